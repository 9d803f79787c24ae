/** Writes docs/measurements/lighthouse.md from the medians of a run. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const PAGE = new URL('../../docs/measurements/lighthouse.md', import.meta.url);
const GIB = 1024 ** 3;

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function commit() {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** `results`: one entry a page, see `summarize` in run.mjs. */
export async function writeReport({ results, runs, version, protocol }) {
  const processor = cpus()[0].model.trim();
  const facts = [
    ['measured', `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['machine', `${cpus().length} cores of ${processor}, ${Math.round(totalmem() / GIB)} GiB`],
    ['system', `${type()} ${release()}`],
    ['Lighthouse', `${version}, mobile, simulated slow 4G, processor slowed down 4 times`],
    ['protocol', protocol],
    ['commit', commit()],
    ['command', '`make lighthouse`'],
    ['runs of each page', runs],
    ['load at the end', loadavg()[0].toFixed(1)],
  ];
  const scores = results.map(({ page, scores: all, goal, isShort }) => [
    page,
    ...Object.values(all),
    goal,
    isShort ? 'no' : 'yes',
  ]);
  const times = results.map(({ page, times: all, processor: speeds }) => [
    page,
    ...Object.values(all),
    speeds.join(' '),
  ]);
  const costs = results.flatMap(({ page, costs: all }) => all.map((cost) => [page, cost]));
  await writeFile(
    PAGE,
    `# Lighthouse

Written by \`make lighthouse\`. Do not edit: the next run replaces this page. Each figure is the median of the runs; the
processor column is Lighthouse's own benchmark before each run, which is lower while something else runs.

${table(['Metric', 'Value'], facts)}

## Scores

${table(['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'Goal', 'Met'], scores)}

## Times

${table(['Page', 'FCP, ms', 'LCP, ms', 'Blocking, ms', 'Speed index, ms', 'Layout shift', 'Processor'], times)}

## Audits below their full score

${costs.length === 0 ? 'None.' : table(['Page', 'Audit and score'], costs)}
`,
  );
}
