import {
  type CheckEnvironment,
  type CompileOptions,
  check,
  compileRule,
  complete,
  createScope,
  FqlError,
  format,
} from '../index.ts'
import { scan } from '../parse/scan.ts'

const fragments = [
  'RETURN',
  'OBSERVE',
  'LET $x =',
  'WHEN',
  'DO',
  'SELECT',
  'GROUPBY',
  'FROM',
  'AS',
  'ROUTETO',
  'Reject(',
  'Review("r")',
  'Output(',
  'a =',
  ')',
  '(',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '.',
  ';',
  '@"a"',
  '@b',
  '@@',
  '@@"items"',
  '@"items.q"',
  '$x',
  '$y',
  '==',
  '!=',
  '<',
  '>=',
  '&&',
  '||',
  'AND',
  'not',
  '!',
  '-',
  '+',
  '*',
  '/',
  '%',
  '?',
  '|',
  '1',
  '0',
  '2.5e3',
  '7d',
  '24h',
  '"t"',
  "'it'",
  'true',
  'NULL',
  'Math.Max(',
  'DateTime.UtcNow',
  '.Year',
  '.Length',
  '.ToInt32()',
  '.AsJsonArray()',
  'CharSet.Numeric',
  'Velocity.v(',
  'External.x(',
  'Functions.f(1).p',
  'Assessments.k.Evaluate(',
  'Model.Risk().Score',
  'Geo.City(',
  'GetPattern("x").gibberScore',
  'Patterns.IsRegexMatch("(a+)+$",',
  'In("a", "b")',
  'Exists(',
  '/*',
  '*/',
  '// c\n',
  '\n',
  '\\',
  '“',
  '\u0000',
  '😀',
]
const resourcesNamed = (name: string): Map<string, { name: string; parameters: string[] }> =>
  new Map([[name, { name, parameters: ['p'] }]])
const fuzzEnvironment: CheckEnvironment = {
  attributes: new Map(),
  velocities: resourcesNamed('v'),
  externalCalls: resourcesNamed('x'),
  externalAssessments: resourcesNamed('k'),
  functions: {
    own: new Map([
      [
        'f',
        {
          name: 'f',
          parameters: [{ name: '_a', type: 'Double', default: 1 }],
          properties: [{ name: 'p', type: 'Double', default: 2, code: 'RETURN 10 / _a' }],
        },
      ],
    ]),
  },
}
const events: readonly unknown[] = [
  {},
  null,
  [],
  { a: 1, b: 'x', items: [{ q: 1 }, { q: 'z' }] },
  { a: '2.5', items: [] },
  { A: { b: [1, [2]] } },
]

/** Returns the violated invariant in the treatment of a text, if any. */
export function checkInvariants(text: string): string | null {
  const started = performance.now()
  const problems = check(text, 'clause', fuzzEnvironment)
  const once = format(text)
  if (format(once) !== once) return 'formatting twice changes the text'
  const comments = (source: string): string =>
    scan(source)
      .tokens.filter(token => token.kind === 'comment')
      .map(token => source.slice(token.from, token.to))
      .join()
  if (comments(once) !== comments(text)) return 'formatting loses a comment'
  if (
    check(once, 'clause', fuzzEnvironment)
      .map(({ code }) => code)
      .join() !== problems.map(({ code }) => code).join()
  )
    return 'formatting changes the problems'
  complete(text, text.length, 'clause', fuzzEnvironment)
  const errors = problems.filter(({ severity }) => severity === 'error')
  for (const { from, to } of problems)
    if (from < 0 || to < from || to > text.length) return 'a problem lies outside the text'
  const results = (['code', 'closures'] as const).map((mode): string => evaluateEvents(text, mode, errors.length > 0))
  if (results[0] !== results[1]) return `back ends differ: ${results[0]} | ${results[1]}`
  if (results[0]?.startsWith('!') === true) return results[0]
  return performance.now() - started > 3000 ? 'took longer than three seconds' : null
}

function evaluateEvents(text: string, mode: CompileOptions['mode'], broken: boolean): string {
  try {
    const {
      clauses: [clause],
    } = compileRule({ condition: '', clauses: [{ name: 'c', section: 'prior', text }] }, fuzzEnvironment, { mode })
    if (broken) return '! compiled in spite of errors'
    return JSON.stringify(events.map(event => clause?.run(createScope({ event, now: new Date(0), random: () => 0.5 }))))
  } catch (thrown) {
    if (!(thrown instanceof FqlError))
      return `! ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`
    return broken ? 'refused' : `! accepted by the checker, refused by the compiler: ${thrown.message}`
  }
}

export interface FuzzOptions {
  seconds: number
  seed: number
}

/** Parses `--seconds N` and `--seed N`; null for anything else. */
export function parseFuzzOptions(args: readonly string[]): FuzzOptions | null {
  const options = { seconds: 10, seed: Date.now() % 1_000_000 }
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]?.replace(/^--/, '')
    const value = Number(args[at + 1] ?? '')
    if (
      (name !== 'seconds' && name !== 'seed') ||
      !Number.isFinite(value) ||
      value < 0 ||
      args[at + 1]?.trim() === '' ||
      args[at + 1] === undefined
    )
      return null
    options[name] = value
  }
  return options
}

/** Tests random texts until the time is over; prints the first that violates an invariant. */
export function fuzz({ seconds, seed: first }: FuzzOptions, { print }: { print: (line: string) => void }): number {
  let seed = first
  print(`seed ${seed}`)
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 4_294_967_296) * below)
  }
  const until = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < until) {
    const valid = random(3) === 0
    const body = Array.from({ length: 1 + random(20) }, () =>
      random(12) === 0 ? String.fromCharCode(32 + random(100)) : (fragments[random(fragments.length)] ?? ''),
    ).join(random(4) === 0 ? '' : ' ')
    const text = valid ? `LET $x = ${fragments[48 + random(8)] ?? '1'}\nRETURN Reject("r") WHEN ${body}` : body
    count++
    let found: string | null
    try {
      found = checkInvariants(text)
    } catch (thrown) {
      found = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    }
    if (found !== null) {
      print(`${found}\n${JSON.stringify(text)}`)
      return 1
    }
  }
  print(`${count} texts, nothing found`)
  return 0
}
