// Rows that this browser keeps of tables: a key and a text. The rows of a table begin with its name.

const ROWS = "rows";

const settled = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
});

let opened = null;
async function rows(mode, act) {
  opened ??= new Promise((resolve, reject) => {
    // Sites under one name keep their own.
    const request = indexedDB.open(`reguli ${new URL("..", import.meta.url).pathname}`, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(ROWS));
    settled(request).then(resolve, reject);
  });
  return settled(act((await opened).transaction(ROWS, mode, { durability: "strict" }).objectStore(ROWS)));
}
const ofTable = (table) => IDBKeyRange.bound(`${table}/`, `${table}0`);

export const keep = (key, text) => rows("readwrite", (store) => store.put(text, key));

// Return the rows of a table, its own first.
export async function rowsOf(table) {
  const own = await rows("readonly", (store) => store.get(table));
  if (own === undefined) return [];
  const keys = await rows("readonly", (store) => store.getAllKeys(ofTable(table)));
  const texts = await rows("readonly", (store) => store.getAll(ofTable(table)));
  return [[table, own], ...keys.map((key, at) => [key, texts[at]])];
}

// Return the tables, the last begun first.
export async function tables() {
  const keys = (await rows("readonly", (store) => store.getAllKeys())).filter((key) => !key.includes("/"));
  const found = await Promise.all(keys.map(async (table) => ({ table, ...JSON.parse(await rows("readonly", (store) => store.get(table))) })));
  return found.sort((a, b) => b.begun - a.begun);
}

export async function remove(table) {
  await rows("readwrite", (store) => store.delete(ofTable(table)));
  await rows("readwrite", (store) => store.delete(table));
}
