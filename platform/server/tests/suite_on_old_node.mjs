// Loaded before MCP's conformance suite. Node 20 has no `globSync`, which only the suite's client tests use.
import fs from "node:fs";
import { register } from "node:module";

const hooks = `
  const FS = "suite:fs";
  export async function resolve(name, context, next) {
    const isSuite = name === "fs" && context.parentURL.includes("/conformance/dist/");
    return isSuite ? { url: FS, format: "module", shortCircuit: true } : next(name, context);
  }
  export async function load(url, context, next) {
    const source = "export * from 'node:fs'; export const globSync = undefined;";
    return url === FS ? { source, format: "module", shortCircuit: true } : next(url, context);
  }`;
if (!fs.globSync) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
