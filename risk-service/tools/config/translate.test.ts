import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import {
  checkCallsOf,
  checkListsOf,
  createCheckEnvironmentOf,
} from '../../features/configuration/checks/check-environment.ts'
import {
  createFolderRegistry,
  findResourceIssues,
  mergeResources,
} from '../../features/configuration/checks/resource-checks.ts'
import { coverRules } from '../../features/configuration/checks/rule-coverage.ts'
import { filesToConfig } from '../../features/configuration/files/config-files.ts'
import { emptyConfig } from '../../features/configuration/model.ts'
import { radarExamples } from '../../fql/translation/testing/radar-examples.ts'
import { readFolder } from './folder.ts'
import { createOfflineContext } from './offline-context.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'translate-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (name: string, text: string | Uint8Array): Promise<string> => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}
/** Runs the command as a user does. */
const run = (...parameters: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise(resolve =>
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'cli.ts'), 'translate', ...parameters],
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  )
const filesBelow = async (root: string): Promise<Map<string, string>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const names = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      names.toSorted().map(async name => [path.relative(root, name), await readFile(name, 'utf8')] as [string, string]),
    ),
  )
}

describe('npm run config -- translate', () => {
  it('prints state, note and text of every rule, and what they need', async () => {
    const file = await write(
      'few.txt',
      'Block if :amount_in_usd: > 1000\nReview if :total_charges_per_email_daily: > 5 and :card_country: in @risky\nBlock if :is_my_login_ip:\n',
    )
    const { code, stdout, stderr } = await run(file, '--from', 'stripe-radar')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toBe(`1 same: Radar 1 Block amount_in_usd
  Block if :amount_in_usd: > 1000
    RETURN Reject("Radar 1: amount_in_usd")
    WHEN @"calculatedFeatures.totalAmountInUSD" > 1000

2 needs you: Radar 2 Review total_charges_per_email_daily card_country
  Review if :total_charges_per_email_daily: > 5 and :card_country: in @risky
    RETURN Review("Radar 2: total_charges_per_email_daily, card_country")
    WHEN Velocity.radarTotalChargesPerEmail(@"user.email", 23h) > 5
      AND ContainsKey("risky", "value", @"calculatedFeatures.cardCountry")
  needs you, :total_charges_per_email_daily: > 5: :total_charges_per_email_daily: is counted by the velocity radarTotalChargesPerEmail, since the start of the hour 23 hours ago. Publish the velocity set "Stripe Radar" first, and count past events.
  same with a note, :card_country: in @risky: :card_country: is read from calculatedFeatures.cardCountry, which Assay works out itself. Compare both on past events: some values differ.
  needs you, :card_country: in @risky: The values of @risky are not in the rules. Put them into the column "value" of the custom list risky.

3 left out: Radar 3 Block is_my_login_ip
  Block if :is_my_login_ip:
  left out, :is_my_login_ip:: Only Stripe can tell :is_my_login_ip:. Write this rule by hand, or leave it out.

velocity set Stripe Radar
    SELECT Count() AS radarTotalChargesPerEmail
    FROM Purchase
    GROUPBY @"user.email"

custom list risky
    value

3 rules: 1 same, 0 same with a note, 1 needs you, 1 left out, 0 failed
`)
  })

  it('writes the same bytes in two runs, as a configuration that an import takes', async () => {
    const file = await write('all.txt', radarExamples.map(([text]) => text).join('\n'))
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
    const [one, two] = [await run(file, '--out', first), await run(file, '--out', second)]
    expect(one.code).toBe(1)
    expect(one.stdout.replaceAll(first, '')).toBe(two.stdout.replaceAll(second, ''))
    const files = await filesBelow(first)
    expect(await filesBelow(second)).toEqual(files)
    const again = await run(file, '--out', first)
    expect(again.stdout).toContain(`(0 written, ${files.size} as they were)`)

    const { files: read } = await readFolder(first)
    const parsed = filesToConfig(read, new Date('2026-11-28T12:00:00Z'))
    expect(parsed.problems).toEqual([])
    const complete = radarExamples.filter(([, , when]) => when !== null)
    expect(parsed.config.rules).toHaveLength(complete.length)
    expect(new Set(parsed.config.rules.map(({ status }) => status))).toEqual(new Set(['unchanged']))
    expect(parsed.config.customLists.map(({ name }) => name)).toEqual(['card_countries_to_block'])
    const { assessments } = createOfflineContext(parsed.config, read)
    const lists = checkListsOf(emptyConfig(), parsed.config, true)
    const registry = createFolderRegistry('', mergeResources(emptyConfig(), parsed.config, true), {
      assessments,
      lists,
      calls: checkCallsOf(emptyConfig(), parsed.config, true),
    })
    expect(runSync(findResourceIssues(parsed, registry)).filter(({ severity }) => severity === 'error')).toEqual([])
    const coverage = runSync(
      coverRules(parsed, rule =>
        createCheckEnvironmentOf(rule, { environmentId: '', assessments, queues: null }, lists, registry),
      ),
    )
    expect(coverage.filter(({ fate }) => fate === 'missing' || fate === 'broken')).toEqual([])
  })

  it('never removes other rules', async () => {
    const file = await write('one.txt', 'Block if :is_recurring:')
    const out = path.join(folder, 'mine')
    await mkdir(path.join(out, 'rules/purchase'), { recursive: true })
    await writeFile(path.join(out, 'rules/purchase/Own.fql'), 'RETURN Review("own")')
    const { code, stderr } = await run(file, '--out', out)
    expect(code).toBe(1)
    expect(stderr).toContain('Own.fql is not of this translation: name a folder of its own with --out.')
    expect([...(await filesBelow(out)).keys()]).toEqual(['rules/purchase/Own.fql'])
  })

  it('never removes rows that were added to the file of a list', async () => {
    const file = await write('list.txt', 'Block if :card_country: in @risky')
    const out = path.join(folder, 'filled')
    await run(file, '--out', out)
    const list = path.join(out, 'lists/custom/risky.csv')
    expect(await readFile(list, 'utf8')).toBe('value\n')
    await writeFile(list, 'value\nDE\n')
    expect((await run(file, '--out', out)).stdout).toContain('(0 written, ')
    expect(await readFile(list, 'utf8')).toBe('value\nDE\n')
  })

  it('translates rules of json-rules-engine with paths and decisions', async () => {
    const rule = {
      name: 'Old accounts',
      conditions: { all: [{ fact: 'accountAge', operator: 'lessThan', value: 3 }] },
      event: { type: 'too-young' },
    }
    const file = await write('rules.json', JSON.stringify([rule]))
    const map = await write('map.json', JSON.stringify({ accountAge: 'customData.accountAge' }))
    const { code, stdout } = await run(file, '--map', map, '--event', 'too-young=review')
    expect(code).toBe(0)
    expect(stdout).toContain(
      '1 same: Old accounts\n  {"name":"Old accounts","conditions":{"all":[{"fact":"accountAge","operator":"lessThan","value":3}]},"event":{"type":"too-young"}}\n    RETURN Review("too-young")\n    WHEN @"customData.accountAge".IsNumeric()\n      AND @"customData.accountAge" < 3\n',
    )
  })

  it.each([
    ['no file', ['missing.txt'], 1, 'There is no file'],
    ['a folder', ['.'], 1, 'is a folder: name a file with rules.'],
    ['another product', ['x.txt', '--from', 'sift'], 2, 'Usage: npm run config'],
    ['no rules', ['x.txt'], 1, 'has no rules of Stripe Radar or json-rules-engine. Say which with --from.'],
    [
      'an assessment without payments',
      ['radar.txt', '--assessment', 'accountlogin'],
      1,
      'Rules of Radar are about payments',
    ],
    ['a name that is none', ['radar.txt', '--assessment', '../x'], 2, 'Usage: npm run config'],
    ['bytes', ['bytes.txt'], 1, 'is not text in UTF-8.'],
    ['no JSON', ['x.txt', '--from', 'json-rules-engine'], 1, 'The file is not JSON:'],
    [
      'a decision that is none',
      ['radar.txt', '--event', 'x=Maybe'],
      1,
      '--event x=Maybe: the type of an event, =, and Approve',
    ],
    ['a map that is none', ['radar.txt', '--map', 'x.txt'], 1, 'x.txt: an object of paths by names is expected'],
  ])('refuses %s', async (_title, parameters, expected, sentence) => {
    await write('x.txt', 'RETURN Reject("no")')
    await write('radar.txt', 'Block if :is_recurring:')
    await write('bytes.txt', new Uint8Array([0xff, 0xfe, 0x41]))
    const { code, stderr, stdout } = await run(
      ...parameters.map(each => (/^(?:[\w-]+\.txt|\.)$/.test(each) ? path.join(folder, each) : each)),
    )
    expect(code).toBe(expected)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
    expect(stdout).toBe('')
  })
})
