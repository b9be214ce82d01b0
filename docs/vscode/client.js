"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("reguli");
  const language = settings.get("language");
  const server = {
    command: settings.get("command"),
    args: ["lsp", ...(language ? ["--lang", language] : [])],
  };
  client = new LanguageClient("reguli", "reguli", server, {
    documentSelector: [
      { scheme: "file", language: "reguli-rules" },
      { scheme: "file", language: "yaml" },
    ],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{rules,yaml,po,csv,tsv,xlsx}") },
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
