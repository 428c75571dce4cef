/**
 * Kills services under load and checks the data afterwards.
 *   npm run chaos -- [--rounds 20] [--clients 32] [--keep]
 *   npm run chaos -- --processes 4 [--rounds 20] [--clients 32]
 * Alone with its embedded database, or several processes over one PostgreSQL server. `--keep` does not remove the data.
 */
import { parseArgs } from 'node:util'
import { killOneProcess } from './chaos/one-process.ts'
import { killProcesses } from './chaos/processes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '32' },
    keep: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
  },
})
const options = {
  rounds: Number(values.rounds),
  clients: Number(values.clients),
  report: (line: string) => {
    process.stdout.write(`${line}\n`)
  },
}
const processes = Number(values.processes)
const failures =
  processes > 1
    ? await killProcesses({ ...options, processes })
    : await killOneProcess({ ...options, keep: values.keep })
options.report(
  failures.length === 0
    ? `${options.rounds} rounds: nothing was lost and nothing counted twice.`
    : `${failures.length} faults:\n${failures.slice(0, 50).join('\n')}`,
)
process.exit(failures.length === 0 ? 0 : 1)
