"""Every form of a number, found slowly and by hand: what the tables of ``tables/`` are written from.

Nothing here is shared with the grammars. Spoken numbers are put together digit by digit; every ending was typed, element by
element, from the rules that the style guides state. ``python tests/words/slow_numbers.py`` writes the tables again.
"""

from __future__ import annotations

from pathlib import Path

TABLES = Path(__file__).parent / "tables"
LAST = 120
NB = "\u00a0"

# -- English -----------------------------------------------------------------------------------------------------

EN_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
EN_TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
EN_ORDINALS = {
    **dict(zip(EN_TENS[2:], ["twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth"], strict=True)),
    **{word: word + "th" for word in (*EN_ONES, "hundred", "thousand")},
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip


def en_spoken(n: int) -> list[str]:
    """Return the words of a number below 10,000, one by one."""
    if n < 20:
        return [EN_ONES[n]]
    if n < 100:
        return [EN_TENS[n // 10]] + ([] if n % 10 == 0 else ["-", EN_ONES[n % 10]])
    size, name = (100, "hundred") if n < 1000 else (1000, "thousand")
    rest = n % size
    link = [] if rest == 0 else ["and"] if rest < 100 else []
    return [*en_spoken(n // size), name, *link, *([] if rest == 0 else en_spoken(rest))]


def en_joined(words: list[str]) -> str:
    """Join spoken words; a hyphen has no spaces."""
    return " ".join(words).replace(" - ", "-")


def en_digits(n: int) -> str:
    """Write a number with a comma at the thousands."""
    return str(n) if n < 1000 else f"{n // 1000},{n % 1000:03d}"


def en(n: int) -> dict[str, str]:
    """Return every English form."""
    words = en_spoken(n)
    ordinal = en_joined([*words[:-1], EN_ORDINALS[words[-1]]])
    written = en_digits(n)
    ending = "".join(ordinal[-2:])
    often = {1: "once", 2: "twice"}.get(n, f"{written}{NB}times")
    return {
        "digits": written,
        "words": en_joined(words),
        "ord": written + ending,
        "ordwords": ordinal,
        "times": often,
        # Whoever says the number begins with a vowel's sound in eight, eleven, eighteen, eighty; "one" begins with a w.
        "article": "an" if words[0] in {"eight", "eleven", "eighteen", "eighty"} else "a",
        "counted": f"{written}{NB}{'card' if n == 1 else 'cards'}",
        "label": f"card{NB}{written}",
    }


# -- Romanian ----------------------------------------------------------------------------------------------------

RO_ONES_M = [
    "zero",
    "unu",
    "doi",
    "trei",
    "patru",
    "cinci",
    "șase",
    "șapte",
    "opt",
    "nouă",
    "zece",
    "unsprezece",
    "doisprezece",
    "treisprezece",
    "paisprezece",
    "cincisprezece",
    "șaisprezece",
    "șaptesprezece",
    "optsprezece",
    "nouăsprezece",
]
RO_ONES_F = [{"unu": "una", "doi": "două", "doisprezece": "douăsprezece"}.get(word, word) for word in RO_ONES_M]
RO_TENS = ["-", "-", "douăzeci", "treizeci", "patruzeci", "cincizeci", "șaizeci", "șaptezeci", "optzeci", "nouăzeci"]
RO_ORDINALS_M = [
    "-",
    "primul",
    "al_doilea",
    "al_treilea",
    "al_patrulea",
    "al_cincilea",
    "al_șaselea",
    "al_șaptelea",
    "al_optulea",
    "al_nouălea",
    "al_zecelea",
    "al_unsprezecelea",
    "al_doisprezecelea",
    "al_treisprezecelea",
    "al_paisprezecelea",
    "al_cincisprezecelea",
    "al_șaisprezecelea",
    "al_șaptesprezecelea",
    "al_optsprezecelea",
    "al_nouăsprezecelea",
    "al_douăzecilea",
]
RO_ORDINALS_F = [
    "-",
    "prima",
    "a_doua",
    "a_treia",
    "a_patra",
    "a_cincea",
    "a_șasea",
    "a_șaptea",
    "a_opta",
    "a_noua",
    "a_zecea",
    "a_unsprezecea",
    "a_douăsprezecea",
    "a_treisprezecea",
    "a_paisprezecea",
    "a_cincisprezecea",
    "a_șaisprezecea",
    "a_șaptesprezecea",
    "a_optsprezecea",
    "a_nouăsprezecea",
    "a_douăzecea",
]


def ro_spoken(n: int, feminine: bool) -> list[str]:
    """Return the words of a number below 10,000, as it stands alone."""
    ones = RO_ONES_F if feminine else RO_ONES_M
    if n < 20:
        return [ones[n]]
    if n < 100:
        return [RO_TENS[n // 10]] + ([] if n % 10 == 0 else ["și", ones[n % 10]])
    size, single, plural = (100, "o sută", "sute") if n < 1000 else (1000, "o mie", "mii")
    head = [single] if n // size == 1 else [*ro_spoken(n // size, feminine=True), plural]
    return [*head, *([] if n % size == 0 else ro_spoken(n % size, feminine))]


def ro_has_de(n: int) -> bool:
    """20 to 99, and every number whose last two digits are those or 00; never 0."""
    return n != 0 and (n % 100 == 0 or n % 100 >= 20)


def ro_digits(n: int) -> str:
    """Write a number; four digits stand without a gap."""
    return str(n)


def ro(n: int) -> dict[str, str]:
    """Return every Romanian form: of a masculine, a feminine and a neuter noun."""
    de = f"{NB}de{NB}" if ro_has_de(n) else NB
    written = ro_digits(n)
    found = {"digits": written}
    nouns = (("m", "jucător", "jucători", "un"), ("f", "carte", "cărți", "o"), ("n", "jeton", "jetoane", "un"))
    for gender, one, many, single in nouns:
        # A neuter has doi in the feminine and unu in the masculine, also as the last of several words.
        last_one = n % 10 == 1 and n % 100 != 11
        feminine = gender == "f" or (gender == "n" and not last_one)
        found[f"counted {gender}"] = f"{written}{de}{one if n == 1 else many}"
        words = single if n == 1 else " ".join(ro_spoken(n, feminine))
        found[f"counted {gender} words"] = f"{words}{de}{one if n == 1 else many}"
    for gender, first, before, after, listed in (
        ("m", "primul", "al", "lea", RO_ORDINALS_M),
        ("f", "prima", "a", "a", RO_ORDINALS_F),
    ):
        found[f"words {gender}"] = " ".join(ro_spoken(n, gender == "f"))
        found[f"ord {gender}"] = first if n == 1 else f"{before}{NB}{written}-{after}"
        found[f"ordwords {gender}"] = listed[n].replace("_", " ") if 1 <= n <= 20 else ""
    found["times"] = f"o{NB}dată" if n == 1 else f"de{NB}{written}{de}ori"
    found["label"] = f"cartea{NB}{written}"
    return found


# -- Hungarian ---------------------------------------------------------------------------------------------------

HU_CASES = ("-t", "-on", "-val", "-vá", "-ban", "-nak", "-ra", "-hoz", "-ért", "-ig", "-s", "-szor")
HU = {
    # the word: what follows its digits with each suffix, then its ordinal, alone and with -t and -ban
    "nulla": "t n val vá ban nak ra hoz ért ig s szor nulladik nulladikat nulladikban",
    "egy": "et en gyel gyé ben nek re hez ért ig es szer egyedik egyediket egyedikben",
    "kettő": "t n vel vé ben nek re höz ért ig es szer kettedik kettediket kettedikben",
    "három": "at on mal má ban nak ra hoz ért ig as szor harmadik harmadikat harmadikban",
    "négy": "et en gyel gyé ben nek re hez ért ig es szer negyedik negyediket negyedikben",
    "öt": "öt ön tel té ben nek re höz ért ig ös ször ötödik ötödiket ötödikben",
    "hat": "ot on tal tá ban nak ra hoz ért ig os szor hatodik hatodikat hatodikban",
    "hét": "et en tel té ben nek re hez ért ig es szer hetedik hetediket hetedikben",
    "nyolc": "at on cal cá ban nak ra hoz ért ig as szor nyolcadik nyolcadikat nyolcadikban",
    "kilenc": "et en cel cé ben nek re hez ért ig es szer kilencedik kilencediket kilencedikben",
    "tíz": "et en zel zé ben nek re hez ért ig es szer tizedik tizediket tizedikben",
    "húsz": "at on szal szá ban nak ra hoz ért ig as szor huszadik huszadikat huszadikban",
    "harminc": "at on cal cá ban nak ra hoz ért ig as szor harmincadik harmincadikat harmincadikban",
    "negyven": "et en nel né ben nek re hez ért ig es szer negyvenedik negyvenediket negyvenedikben",
    "ötven": "et en nel né ben nek re hez ért ig es szer ötvenedik ötvenediket ötvenedikben",
    "hatvan": "at on nal ná ban nak ra hoz ért ig as szor hatvanadik hatvanadikat hatvanadikban",
    "hetven": "et en nel né ben nek re hez ért ig es szer hetvenedik hetvenediket hetvenedikben",
    "nyolcvan": "at on nal ná ban nak ra hoz ért ig as szor nyolcvanadik nyolcvanadikat nyolcvanadikban",
    "kilencven": "et en nel né ben nek re hez ért ig es szer kilencvenedik kilencvenediket kilencvenedikben",
    "száz": "at on zal zá ban nak ra hoz ért ig as szor századik századikat századikban",
    "ezer": "et en rel ré ben nek re hez ért ig es szer ezredik ezrediket ezredikben",
}
HU_ONES = ["nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc"]
HU_TENS = ["-", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven"]
HU_JOINING = {"tíz": "tizen", "húsz": "huszon"}


def hu_spoken(n: int) -> list[str]:
    """Return the elements of a number below 10,000 as they are spoken together; the last one in its full form."""
    if n < 10:
        return [HU_ONES[n]]
    if n < 100:
        ten, one = HU_TENS[n // 10], n % 10
        return [ten] if one == 0 else [HU_JOINING.get(ten, ten), HU_ONES[one]]
    size, name = (100, "száz") if n < 1000 else (1000, "ezer")
    times, rest = divmod(n, size)
    head = [] if times == 1 else ["két"] if times == 2 else hu_spoken(times)
    if size == 1000 and times > 1 and rest:
        return [*head, "ezer-", *hu_after_thousand(rest)]
    below = [] if rest == 0 else hu_after_thousand(rest) if size == 1000 else hu_spoken(rest)
    return [*head, name, *below]


def hu_after_thousand(rest: int) -> list[str]:
    """A single hundred behind a thousand is spoken: ezeregyszáz."""
    return ["egy", *hu_spoken(rest)] if 100 <= rest < 200 else hu_spoken(rest)


def hu_digits(n: int) -> str:
    """Write a number; four digits stand without a gap."""
    return str(n)


def hu(n: int) -> dict[str, str]:
    """Return every Hungarian form."""
    elements = hu_spoken(n)
    last = elements[-1].rstrip("-")
    endings = HU[last].split()
    written = hu_digits(n)
    found = {"digits": written, "words": "".join(elements)}
    attributive = "két" if last == "kettő" else last
    found["attr"] = "".join([*elements[:-1], attributive])
    for name, ending in zip(HU_CASES, endings, strict=False):
        found[name] = f"{written}-{ending}"
    if n in (1, 2):  # how often is written in letters where it is once or twice
        found["-szor"] = {1: "egyszer", 2: "kétszer"}[n]
    ordinal, with_t, with_ban = endings[len(HU_CASES) :]
    if n in (1, 2):
        ordinal, with_t, with_ban = (("első", "elsőt", "elsőben"), ("második", "másodikat", "másodikban"))[n - 1]
    head = "" if n in (1, 2) else "".join(elements[:-1])
    found["ordwords"] = head + ordinal
    found["ord"] = f"{written}."
    found["ord -t"] = f"{written}.-{with_t.removeprefix(ordinal)}"
    found["ord -ban"] = f"{written}.-{with_ban.removeprefix(ordinal)}"
    found["ordwords -t"] = head + with_t
    found["article"] = "az" if elements[0][0] in "eéöőaáoóiíuúüű" else "a"
    found["counted"] = f"{written}{NB}kártya"
    found["counted -t"] = f"{written}{NB}kártyát"
    return found


ALL = {"en": en, "ro": ro, "hu": hu}


def table(code: str) -> str:
    """Write the table of a language for 0 to 120; a space that must not break stands as _."""
    rows = [ALL[code](n) for n in range(LAST + 1)]
    lines = ["# Generated by tests/words/slow_numbers.py from the rules stated there.", "\t".join(rows[0])]
    lines += ["\t".join(row.values()).replace(NB, "_") for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLES.mkdir(exist_ok=True)
    for language in ALL:
        (TABLES / f"{language}.tsv").write_text(table(language), encoding="utf-8")
