import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCommand } from './commands.ts'
import { checkInvariants } from './fuzz.ts'

/** Runs a command over files in memory. */
async function command(
  args: readonly string[],
  files: Record<string, string>,
): Promise<{ code: number; out: string; err: string; files: Record<string, string> }> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, {
    read: file => {
      const text = files[file]
      if (text === undefined) throw new Error(`${file} is not there`)
      return text
    },
    write: (file, text) => {
      files[file] = text
    },
    print: line => {
      out.push(line)
    },
    printError: line => {
      err.push(line)
    },
  })
  return { code, out: out.join('\n'), err: err.join('\n'), files }
}
const passing = {
  name: 'one',
  event: { a: 5 },
  lists: {},
  rule: 'RETURN Reject("big") WHEN @"a" > 2',
  expect: { decision: 'Reject' },
}

describe('the command line', () => {
  it('the command check reports the diagnostics of a text', async () => {
    expect(await command(['check', 'r'], { r: 'RETURN Reject() WHEN @"a" == 1' })).toMatchObject({
      code: 0,
      out: 'r: 0 errors, 0 warnings',
    })
    const bad = await command(['check', 'r'], { r: 'RETURN Reject()\nWHEN $x && @"a" < @"b"' })
    expect(bad).toMatchObject({
      code: 1,
      out: 'r:clause1:2:6: error FQL2005 Variable $x is not defined.\nr: 1 error, 0 warnings',
    })
    expect(
      (
        await command(['check', 'r'], {
          r: JSON.stringify({ condition: 'WHEN 1', clauses: [{ name: 'c', code: 'OBSERVE Nope()' }] }),
        })
      ).out,
    ).toBe(
      "r:condition:1:6: error FQL2003 Int cannot be used as Bool. Try .ToBoolean().\nr:c:1:9: error FQL1005 Expected Output or Trace but found 'Nope'.\nr: 2 errors, 0 warnings",
    )
    expect((await command(['check', 'r'], { r: 'SELECT Count() AS n FROM Purchase' })).out).toContain('FQL1009')
  })
  it('the command eval prints the result of a rule on an event', async () => {
    const { code, out } = await command(['eval', 'r', 'e'], { r: passing.rule, e: '{"a": 3}' })
    expect([code, JSON.parse(out)]).toMatchObject([0, { decision: 'Reject', reason: 'big', clause: 'clause1' }])
    expect(
      JSON.parse(
        (
          await command(['eval', 'r', 'e'], {
            r: JSON.stringify({
              rule: 'RETURN Review() WHEN Velocity.v("k", 1d) == 2',
              velocities: { v: { 'k|1d': 2 } },
            }),
            e: '{}',
          })
        ).out,
      ),
    ).toMatchObject({ decision: 'Review' })
    expect(await command(['eval', 'r', 'e'], { r: 'RETURN', e: '{}' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('FQL1006') as unknown,
      err: 'r:clause1:1:7: error FQL1006 Unexpected end of code; a value expected.\nr: 1 error, 0 warnings',
    })
    expect(await command(['eval', 'r', 'e'], { r: passing.rule })).toMatchObject({ code: 2, err: 'e is not there' })
  })
  it('the command line prints what the page about the language says that it prints', async () => {
    const root = join(import.meta.dirname, '../../..')
    const page = readFileSync(join(root, 'docs/query-language.md'), 'utf8')
    const calls = [...page.matchAll(/^npm run --silent fql -- eval (\S+) (\S+)$/gm)].map(
      ([, rule = '', event = '']) => [rule, event],
    )
    const answers = [...page.matchAll(/^```json\n(.*?)\n```$/gms)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    )
    expect(answers).toHaveLength(calls.length)
    for (const [index, files] of calls.entries()) {
      const { code, out } = await command(
        ['eval', ...files],
        Object.fromEntries(files.map(file => [file, readFileSync(join(root, file), 'utf8')])),
      )
      const printed = Object.entries(JSON.parse(out) as Record<string, unknown>).filter(
        ([, value]) => value !== '' && !['{}', '[]'].includes(JSON.stringify(value)),
      )
      expect([code, Object.fromEntries(printed)], files[0]).toEqual([0, answers[index]])
    }
    expect(calls.length).toBeGreaterThan(0)
  })
  it('the command cases runs a file of cases', async () => {
    const { code, out } = await command(['cases', 'c'], {
      c: JSON.stringify([passing, { ...passing, name: 'two', expect: { decision: 'Approve' } }]),
    })
    expect(code).toBe(1)
    expect(out).toBe(
      'two\n  code, decision: expected "Approve", got "Reject"\n  closures, decision: expected "Approve", got "Reject"\n1 passed, 1 failed',
    )
    expect(await command(['cases', 'c'], { c: JSON.stringify([passing]) })).toMatchObject({
      code: 0,
      out: '1 passed, 0 failed',
    })
  })
  it('the command line says what is no case and goes on', async () => {
    const { code, out } = await command(['cases', 'c'], {
      c: JSON.stringify([
        null,
        { name: 'half', event: {}, rule: passing.rule },
        passing,
        { event: {}, rule: 'RETURN', expect: { error: { code: 'FQL1006' } } },
        { ...passing, name: 'odd', expect: { nothing: 1 } },
      ]),
    })
    expect([code, out.split('\n')]).toEqual([
      1,
      [
        'case 1',
        '  is no case: it needs a rule and what to expect of it',
        'half',
        '  is no case: it needs a rule and what to expect of it',
        'odd',
        '  code, nothing: expected 1, got nothing',
        '  closures, nothing: expected 1, got nothing',
        '2 passed, 3 failed',
      ],
    ])
    expect(await command(['cases', 'c'], { c: JSON.stringify(passing) })).toMatchObject({
      code: 0,
      out: '1 passed, 0 failed',
    })
    expect(await command(['cases', 'c'], { c: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('c: ') as unknown,
    })
    expect(await command(['check', 'c'], { c: '{"name": "x"}' })).toMatchObject({
      code: 2,
      err: 'c: There is no rule in the file.',
    })
    expect(await command(['check', 'c'], { c: '{' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^c: /) as unknown,
    })
    expect(
      await command(['check', 'c'], {
        c: JSON.stringify({ velocities: ['SELECT Count() AS n FROM Purchase GROUPBY @"u"'] }),
      }),
    ).toMatchObject({ code: 0, out: 'c: 0 errors, 0 warnings' })
  })
  it('the command line takes a text with a byte order mark', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fql-'))
    const file = join(folder, 'rule.fql')
    writeFileSync(file, '\uFEFFRETURN Reject()\r\n')
    expect(
      execFileSync(process.execPath, [new URL('./cli.ts', import.meta.url).pathname, 'check', file], {
        encoding: 'utf8',
      }),
    ).toBe(`${file}: 0 errors, 0 warnings\n`)
    rmSync(folder, { recursive: true })
  })
  it('the command line leaves a file of another encoding alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fql-'))
    const file = join(folder, 'rule.fql')
    const bytes = Buffer.from('return reject("Gr\u00fc\u00dfe")', 'latin1')
    writeFileSync(file, bytes)
    expect(
      spawnSync(process.execPath, [new URL('./cli.ts', import.meta.url).pathname, 'fmt', file], { encoding: 'utf8' }),
    ).toMatchObject({ status: 2, stdout: '', stderr: `${file} is not text in UTF-8.\n` })
    expect(readFileSync(file)).toEqual(bytes)
    rmSync(folder, { recursive: true })
  })
  it('the command fmt formats a text', async () => {
    expect(await command(['fmt', 'r'], { r: 'return reject( )when @"a">1 // x\n' })).toMatchObject({
      code: 0,
      out: 'RETURN reject() WHEN @"a" > 1 // x',
      files: { r: 'RETURN reject() WHEN @"a" > 1 // x\n' },
    })
    expect(await command(['fmt', '--check', 'r'], { r: 'return reject( )' })).toMatchObject({
      code: 1,
      out: 'r is not formatted',
      files: { r: 'return reject( )' },
    })
    const json = '{ "clauses": [ { "name": "c", "code": "return reject( )" } ] }'
    expect((await command(['fmt', 'r'], { r: json })).files['r']).toBe(
      json.replace('return reject( )', 'RETURN reject()'),
    )
    // As other writers of JSON produce it: unnecessary escapes, and the same text once more where it is not part of a
    // rule.
    const foreign = String.raw`{ "name": "return reject( )when 2>1", "rule": "return reject( )when 2\u003e1", "event": { "url": "https:\/\/a.example" } }`
    expect((await command(['fmt', 'r'], { r: foreign })).files['r']).toBe(
      String.raw`{ "name": "return reject( )when 2>1", "rule": "RETURN reject() WHEN 2 > 1", "event": { "url": "https:\/\/a.example" } }`,
    )
    expect(await command(['fmt', '--check', 'r'], { r: foreign })).toMatchObject({ code: 1, out: 'r is not formatted' })
    const formatted = String.raw`{ "velocities": ["SELECT Count() AS n FROM Purchase WHEN 2 \u003e 1 GROUPBY @\"u\""] }`
    expect(await command(['fmt', '--check', 'r'], { r: formatted })).toMatchObject({ code: 0 })
    expect(await command(['fmt', 'r'], { r: 'return (' })).toMatchObject({
      code: 1,
      err: 'r:clause1:1:9: FQL1006 Unexpected end of code; a value expected.',
      files: { r: 'return (' },
    })
  })
  it('the command line says how it is used', async () => {
    for (const args of [
      [],
      ['nothing'],
      ['eval', 'r'],
      ['fmt', '--check'],
      ['fuzz', '--seconds', 'x'],
      ['fuzz', '--seconds'],
      ['fuzz', 'more'],
    ])
      expect(await command(args, {})).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('Usage') as unknown,
      })
  })
  it('the command line leaves an empty file as it is', async () => {
    expect(await command(['fmt', 'r'], { r: '' })).toMatchObject({ code: 0, files: { r: '' } })
  })
  it('the command line says what is not there', () => {
    const check = (file: string) =>
      spawnSync(process.execPath, [new URL('./cli.ts', import.meta.url).pathname, 'check', file], { encoding: 'utf8' })
    expect(check('nowhere.fql')).toMatchObject({ status: 2, stderr: 'There is no file nowhere.fql.\n' })
    expect(check(tmpdir()).stderr).toContain('is a folder')
  })
  it('the command line is a program', () => {
    const cases = new URL('../cases/fql-cases.json', import.meta.url).pathname
    expect(JSON.parse(readFileSync(cases, 'utf8'))).toHaveLength(144)
    expect(
      execFileSync(process.execPath, [new URL('./cli.ts', import.meta.url).pathname, 'cases', cases], {
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .at(-1),
    ).toBe('144 passed, 0 failed')
  })
})

describe('any text', () => {
  it('any text is parsed, checked, compiled, run and formatted alike', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'RETURN Reject("r") WHEN',
              'LET $x =',
              '$x',
              '@"a"',
              '@"items.q"',
              '@@"items"[0].q',
              '== 1',
              '> "b"',
              '&&',
              '||',
              '!',
              '(',
              ')',
              '+',
              '- 2',
              '/ 0',
              '? 1 : 2',
              'true',
              '// c\n',
              '/* d */',
              '.Length',
              '.ToInt32()',
              'Math.Sqrt(',
              'Functions.f(@"a").p',
            ),
            fc.string({ maxLength: 6, unit: 'grapheme' }),
          ),
          { maxLength: 14 },
        ),
        pieces => {
          expect(checkInvariants(pieces.join(' '))).toBeNull()
        },
      ),
      { numRuns: 150 },
    )
  })
})
