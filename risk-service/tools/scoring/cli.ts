/**
 * Trains a risk model with a CSV file and prints its model card. Nothing is stored.
 *   npm run score -- train FILE.csv[.gz] --map MAP.json [--split groups|time|labels-late=7d]
 *   npm run score -- features
 * groups: no user, device, IP … is on both sides of the hold-out. time: the last fifth is held out. labels-late: as
 * time, and a label is known only so many days after its event (in the other splits, too, when --labels-late 7d is
 * given; else at once).
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { featureTables } from './feature-table.ts'
import { formatModelCard } from './model-card-text.ts'
import { trainOnFile } from './train-on-file.ts'

const usage =
  'Usage: npm run score -- train FILE.csv[.gz] --map MAP.json [--split groups|time|labels-late=7d] [--labels-late 7d]\n       npm run score -- features'

function fail(line: string): never {
  console.error(line)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        map: { type: 'string' },
        split: { type: 'string', default: 'time' },
        'labels-late': { type: 'string' },
      },
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
const {
  values,
  positionals: [command, file],
} = readArguments()
if (command === 'features') {
  const { risk, bot } = featureTables()
  console.log(`${risk}\n\n${bot}`)
  process.exit(0)
}
if (command !== 'train' || file === undefined || values.map === undefined) fail(usage)
const mapFile = existsSync(values.map) ? values.map : path.join(import.meta.dirname, 'maps', `${values.map}.json`)
for (const name of [file, mapFile]) if (!existsSync(name)) fail(`There is no file ${name}.`)
const [how, lateOfSplit] = values.split.split('=')
// The delay has to be stated: in the name of the split, if that contains one.
const late = /^(\d+)d$/.exec(lateOfSplit ?? values['labels-late'] ?? (how === 'labels-late' ? '' : '0d'))
if (
  (lateOfSplit !== undefined && how !== 'labels-late') ||
  (how !== 'groups' && how !== 'time' && how !== 'labels-late') ||
  late === null
)
  fail(usage)

const started = performance.now()
const days = Number(late[1])
const { result, faults, faulty } = await trainOnFile({
  file,
  map: mapFile,
  split: how === 'groups' ? 'groups' : 'time',
  lateDays: days,
}).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
for (const line of faults) console.error(line)
if (faulty > 0) console.error(`${faulty} rows could not be read and were left out.`)
console.log(
  formatModelCard(result, {
    file: path.basename(file),
    split: values.split,
    days,
    seconds: (performance.now() - started) / 1000,
  }),
)
process.exit(result.kind === 'trained' ? 0 : 1)
