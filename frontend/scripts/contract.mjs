/**
 * Generates the contract's TypeScript: `src/api/schema.gen.ts` from the OpenAPI document and `src/api/events.gen.ts`
 * from the socket events' JSON schema, both in `../contract.json` (`manage.py contract`). The files are committed; CI
 * generates them again and fails on a difference.
 */
import openapiTS, { astToString } from 'openapi-typescript';
import { readFileSync, writeFileSync } from 'node:fs';

const contract = JSON.parse(readFileSync(new URL('../../contract.json', import.meta.url), 'utf8'));
const HEADER = '// Made by `npm run contract` from contract.json. Do not edit.\n\n';

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

async function write(name, document) {
  const types = astToString(await openapiTS(document));
  writeFileSync(new URL(`../src/api/${name}`, import.meta.url), HEADER + types);
}

await write('schema.gen.ts', contract.openapi);
await write('events.gen.ts', eventsAsOpenApi(contract.events));
