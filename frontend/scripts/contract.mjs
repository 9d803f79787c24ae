/**
 * Generates `src/api/schema.gen.ts` from the OpenAPI document and `src/api/events.gen.ts` from the socket events' JSON
 * schema, both printed by `manage.py contract`. The files are committed, so that a review shows what changes. They
 * contain only types: /api/openapi.json describes the fields and shows examples.
 *
 * With `--check`, it writes nothing and fails if a file is not up to date.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import prettier from 'prettier';
import ts from 'typescript';

const HEADER = '// Made by `npm run contract`. Do not edit.\n\n';
const CHECK = process.argv.includes('--check');

function readContract() {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const env = { TABLEHAWK_ENV: 'development', ...process.env, PYTHONPATH: 'platform:.' };
  const command = ['-W', 'ignore', 'platform/manage.py', 'contract'];
  return JSON.parse(execFileSync('.venv/bin/python', command, { cwd, env, maxBuffer: 2 ** 26 }));
}

/** A JSON schema's $defs correspond to OpenAPI's component schemas, the only form that the generator reads. */
function eventsAsOpenApi({ $defs }) {
  const schemas = JSON.parse(JSON.stringify($defs).replaceAll('#/$defs/', '#/components/schemas/'));
  return {
    openapi: '3.1.0',
    info: { title: 'events', version: '1' },
    paths: {},
    components: { schemas },
  };
}

/** Members that exclude what the document does not have, and headers of responses, which openapi-fetch does not type. */
function isUnused(member, siblings) {
  const isNever = member.type?.kind === ts.SyntaxKind.NeverKeyword;
  const isHeaders = member.name?.text === 'headers' && 'content' in siblings;
  const isEmpty =
    member.name?.text === 'parameters' && 'responses' in siblings && !member.type.members.length;
  return isNever || isHeaders || isEmpty;
}

/** Remove unused members from all types, the innermost first. */
const removeUnused = (context) => (file) => {
  const visit = (node) => {
    const siblings = ts.isTypeLiteralNode(node)
      ? Object.fromEntries(node.members.map((member) => [member.name?.text, member]))
      : {};
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isTypeLiteralNode(visited)) return visited;
    return ts.factory.createTypeLiteralNode(
      visited.members.filter((member) => !isUnused(member, siblings)),
    );
  };
  return ts.visitNode(file, visit);
};

async function generate(document) {
  const text = astToString(await openapiTS(document), { formatOptions: { removeComments: true } });
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest);
  const short = ts.createPrinter().printFile(ts.transform(file, [removeUnused]).transformed[0]);
  const options = {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 100,
    objectWrap: 'collapse',
  };
  return HEADER + (await prettier.format(short, options));
}

async function write(name, document) {
  const path = new URL(`../src/api/${name}`, import.meta.url);
  const text = await generate(document);
  if (!CHECK) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`src/api/${name} is not up to date: run \`make contract\`.`);
    process.exitCode = 1;
  }
}

const contract = readContract();
await write('schema.gen.ts', contract.openapi);
await write('events.gen.ts', eventsAsOpenApi(contract.events));
