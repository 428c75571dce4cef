import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../../risk-service/fql/cli/commands.ts'
import { diagnosticTemplates, runtimeTemplates } from '../../risk-service/fql/diagnostics/diagnostics.ts'
import { type FunctionEntry, functionTable, signature } from '../../risk-service/fql/functions/function-table.ts'
import { block, code, generatedNotice, table } from './markdown.ts'

const examples = [
  {
    name: 'shipped-elsewhere',
    text: 'A decision with a reason, a text for support, and a figure for the answer. `LET` names a value once; `WHEN` says when the statement takes effect.',
  },
  {
    name: 'gift-cards',
    text: 'A path that crosses a list without an index is true when it is true for **any** row; attributes of one list move together.',
  },
  {
    name: 'look-alike-mail',
    text: '`OBSERVE` decides nothing: rules go on, and what was seen is in the answer, in search and in reports.',
  },
]

/** Runs every example by the command that the page names: the page shows the real output. */
async function example(root: string, { name, text }: (typeof examples)[number]): Promise<string> {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const files = [`docs/examples/${name}.fql`, `docs/examples/${name}.json`] as const
  const printed: string[] = []
  const errors: string[] = []
  const exitCode = await runCommand(['eval', ...files], {
    read,
    write: () => undefined,
    print: line => printed.push(line),
    printError: line => errors.push(line),
  })
  if (exitCode !== 0) throw new Error(errors.join('\n'))
  const result = Object.fromEntries(
    Object.entries(JSON.parse(printed.join('\n')) as Record<string, unknown>).filter(
      ([, value]) => value !== '' && !['{}', '[]'].includes(JSON.stringify(value)),
    ),
  )
  return [
    text,
    block('', read(files[0])),
    `On [this event](examples/${name}.json)`,
    block('sh', `npm run --silent fql -- eval ${files.join(' ')}`),
    'prints, beside what is empty,',
    block('json', JSON.stringify(result, null, 2)),
  ].join('\n\n')
}

const groupOf = (entry: FunctionEntry): string =>
  entry.namespace ??
  (entry.receiver
    ? `Members of ${({ Cast: 'every value', JSON: 'JSON values' } as Record<string, string>)[entry.receiver] ?? entry.receiver}`
    : ((
        {
          afterReturn: 'Decisions, after RETURN',
          observation: 'Observations, after OBSERVE or a comma in RETURN',
          action: 'Actions, after DO',
          postDecision: 'Actions, after DO',
          routing: 'Routing, after ROUTETO',
          aggregation: 'Velocities, after SELECT',
        } as Record<string, string>
      )[entry.only ?? ''] ?? 'Without a namespace'))

function functions(): string {
  const groups = Map.groupBy(
    functionTable.filter(entry => entry.legacy !== true),
    groupOf,
  )
  return [...groups]
    .map(
      ([group, entries]) =>
        `### ${group}\n\n${table(
          ['Function', 'Gives', 'What it does'],
          entries.map(entry => [
            code(signature(entry)),
            entry.result === 'None' ? '' : entry.result,
            entry.description,
          ]),
        )}`,
    )
    .join('\n\n')
}

const meanings: Record<string, string> = {
  FQL1: 'The text',
  FQL2: 'What it refers to',
  FQL3: 'Warnings',
  FQL4: 'While it runs',
}
function diagnostics(): string {
  const all = Object.entries({ ...diagnosticTemplates, ...runtimeTemplates })
  return Object.entries(meanings)
    .map(
      ([prefix, title]) =>
        `**${title}**\n\n${table(
          ['Code', 'Sentence'],
          all.filter(([name]) => name.startsWith(prefix)).map(([name, text]) => [name, text]),
        )}`,
    )
    .join('\n\n')
}

/** The page about the query language. @param root folder of the project */
export async function queryLanguage(root: string): Promise<string> {
  const shown = await Promise.all(examples.map(each => example(root, each)))
  return `${generatedNotice('npm run docs')}

# The query language

Rules are written in the Fraud Query Language, as they were before: texts of the former service run as they are. This page is for people who write rules or move them; everything in it is made from the tables that the checker, the compiler, completion and hover help use.

## A rule

A rule has a **condition** (when it applies; none means always) and **clauses**, run in order. The first \`RETURN\` that takes effect decides and ends the evaluation. Rules of a parent environment run before those of its children.

${table(
  ['Statement', 'What it does'],
  [
    [code('LET $name = expression'), 'Names a value for the rest of the rule. It is worked out once.'],
    [code('OBSERVE Output(k = v) WHEN …'), 'Adds what was seen to the answer. Nothing ends.'],
    [code('RETURN Reject("reason"), Output(k = v) WHEN …'), 'Decides and ends.'],
    [code('DO SetVariables(k = v) WHEN …'), 'Does something. Nothing ends.'],
    [code('ROUTETO Queue("name") WHEN …'), 'Routing rules: sends the case to a queue.'],
    [
      code('SELECT Count() AS name FROM Event GROUPBY key WHEN …'),
      'Velocities: counts or sums events by their key, see [velocities](velocities.md).',
    ],
    [code('WHEN …'), 'Conditions only.'],
  ],
)}

${shown.join('\n\n')}

## Attributes

${table(
  ['Form', 'Meaning'],
  [
    [
      code('@"user.email"'),
      'A path from the root of the event, request and enrichment alike. Missing reads as the default of the type that is needed: 0, false, empty text.',
    ],
    [code('@"list[0].x"'), 'One row of a list.'],
    [
      code('@"list.x"'),
      'Any row: the comparison around it is true when it is true for at least one. `!(@"list.x" == "a")` says that no row is.',
    ],
    [code('@name'), 'A property of the root, else the first of that name anywhere.'],
    [code('@@, @@"path"'), 'The value as JSON: everything, or one place.'],
    [code('$name'), 'A variable.'],
  ],
)}

Attributes take their type from where they stand. \`.ToDouble()\`, \`Convert.ToInt32(…)\` and their like ask for a type: then an unreadable value is an error of that clause (FQL4003) instead of the default.

## Operators, tightest first

${table(
  ['Operators', 'Remarks'],
  [
    ['`.member` `.method()` `[index]`', ''],
    ['`!` `not` `-` `+`', '`not @"a" == @"b"` means `(!@"a") == @"b"`'],
    ['`*` `/` `%`', 'whole numbers divide to a whole number; by zero is FQL4001'],
    ['`+` `-`', '`+` joins texts; dates and time spans too'],
    ['`<` `>` `<=` `>=`', 'texts by their characters'],
    ['`==` `!=`', 'texts with letter case, save attributes with a list of values'],
    ['`|`', 'joins character sets'],
    ['`&&` `and`', 'stops at the first false'],
    ['`||` `or`', 'stops at the first true'],
    ['`? :`', 'only the chosen side is worked out'],
  ],
)}

Keywords, functions, variables and paths ignore letter case; texts keep it. \`//\` and \`/* */\` are remarks. \`"\\d+"\` needs no doubled backslash.

## Functions

${functions()}

### What the environment has

${table(
  ['Form', 'Gives', 'What it is'],
  [
    [
      code('Velocity.name(key, 7d)'),
      'Double',
      'What a velocity counted for a key since the start of a unit of time: 1–59 s or m, 1–23 h, 1–90 d. The event itself is not in it.',
    ],
    [
      code('External.name(value, …)'),
      'JSON',
      'The answer of an [external call](external-calls.md), or its default. Identical calls of one event are made once.',
    ],
    [
      code('Assessments.name.Evaluate(k = v, …)'),
      'JSON',
      'The answer of another assessment; `$baseInput = @@` hands the whole event on. `Observe("name", k = v)` and `Label(k = v)` send what follows an event.',
    ],
    [
      code('Functions.name(value, …).property'),
      'its type',
      'A property of a function; `Functions.parent.name`, `Functions.root.name` and `Functions.environment["id"].name` are those of the environments above.',
    ],
    ['`[a, b]`, `{ k: a }`, `x[0].k`, `x["k"]`', 'JSON', 'Made and read; what is not there is null, never an error.'],
  ],
)}

Names of the former service that have a newer spelling still work and are left out here; completion does not offer them.

## Diagnostics

Every problem has a code, a sentence, and a place (line and column from 1). Errors stop a publish, warnings do not. While a rule runs, an error ends the rest of its clause, never the call.

${diagnostics()}

## Commands

${table(
  ['Command', 'What it does'],
  [
    [code('npm run --silent fql -- check FILE'), 'Names every problem of a text.'],
    [code('npm run --silent fql -- eval RULE EVENT.json'), 'Runs a rule on an event.'],
    [code('npm run --silent fql -- cases FILE.json'), 'Runs acceptance cases with both back ends.'],
    [
      code('npm run --silent fql -- fmt FILE'),
      'Lays the text out anew in its file; with `--check` it only says whether it would.',
    ],
    [code('npm run --silent fql -- fuzz --seconds 60'), 'Tries the language itself with random texts.'],
    [code('npm run --silent config -- check DIR'), 'Checks a whole folder of rules and lists, for a pipeline.'],
  ],
)}
`
}
