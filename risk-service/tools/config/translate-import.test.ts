import { afterAll, beforeAll, expect, it } from 'vitest'
import { ruleBodySchema } from '../../contract/index.ts'
import { createCheckEnvironment } from '../../engine/assessments/assessment-info.ts'
import { purchaseCheckEnvironment } from '../../engine/assessments/purchase-attributes.ts'
import { builtInAssessments } from '../../engine/index.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import type { PublishedRule } from '../../engine/rules/published-chain.ts'
import { runRules } from '../../engine/rules/run-rules.ts'
import { configToFiles } from '../../features/configuration/files/config-files.ts'
import { loadConfiguration } from '../../features/configuration/stored-configuration.ts'
import { createImportTarget, importedAt, importFiles } from '../../features/configuration/testing/config-import.ts'
import { compileRule, createScope } from '../../fql/index.ts'
import type { TranslationOrigin } from '../../fql/translation/result/translation.ts'
import { jsonExamples } from '../../fql/translation/testing/json-examples.ts'
import { radarExamples } from '../../fql/translation/testing/radar-examples.ts'
import { translateRules } from '../../fql/translation/translate.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { toConfig } from './translate.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it.each<[TranslationOrigin, string]>([
  ['stripe-radar', radarExamples.map(([text]) => text).join('\n')],
  ['json-rules-engine', JSON.stringify(jsonExamples.map(({ rule }) => rule))],
])(
  'an environment takes the translated rules of %s, inactive and in their order, and takes them once',
  async (origin, text) => {
    const purchase = builtInAssessments.find('', 'purchase')
    if (purchase === null) throw new Error('no purchases')
    const translation = translateRules(origin, text, { check: createCheckEnvironment(purchase, 'decision') })
    const files = configToFiles(toConfig(translation, 'purchase'))
    const { id, importer } = await createImportTarget(store)
    const report = await importFiles(importer, files)
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(report.applied).toBe(true)
    expect(report.coverage.filter(({ fate }) => fate === 'missing' || fate === 'broken')).toEqual([])
    const stored = await loadConfiguration(store.db, id, importedAt, gunzip)
    expect(stored.rules.map(({ body }) => body.name)).toEqual(translation.order.map(({ name }) => name))
    expect(stored.rules.filter(({ status }) => status !== 'inactive')).toEqual([])
    expect(stored.velocitySets.map(({ body }) => body.name).toSorted()).toEqual(
      translation.velocitySets.map(({ name }) => name).toSorted(),
    )
    expect(stored.customLists.map(({ name }) => name).toSorted()).toEqual([...translation.lists].toSorted())
    expect(await importFiles(importer, files)).toMatchObject({ applied: false, plan: { changes: [] } })
  },
)

it('a second import of the same folder keeps filled lists and activated rules', async () => {
  const translation = translateRules('stripe-radar', 'Block if :card_country: in @risky\nReview if :is_recurring:', {
    check: purchaseCheckEnvironment,
  })
  const files = configToFiles(toConfig(translation, 'purchase'))
  const { id, importer } = await createImportTarget(store)
  const stored = () => loadConfiguration(store.db, id, importedAt, gunzip)
  await importFiles(importer, files)
  const [list, rule] = ['lists/custom/risky.csv', `rules/purchase/${translation.order[0]?.name}/rule.json`]
  const text = files.get(rule) ?? ''
  expect(text).toContain('"status": "unchanged"')
  const changed = new Map(files)
    .set(list, 'value\nDE\n')
    .set(rule, text.replace('"status": "unchanged"', '"status": "active"'))
  expect(await importFiles(importer, changed)).toMatchObject({
    applied: true,
    plan: {
      changes: [
        { kind: 'customList', action: 'update', details: ['content'] },
        { kind: 'rule', action: 'update', details: ['active'] },
      ],
    },
  })
  const before = configToFiles(await stored())
  for (const prune of [false, true])
    expect(await importFiles(importer, files, { prune })).toMatchObject({ applied: false, plan: { changes: [] } })
  // Another change of the folder is imported, and neither of them with it.
  const described = new Map(files).set(rule, text.replace(/"description": "[^"]*"/, '"description": "Mine"'))
  expect(await importFiles(importer, described)).toMatchObject({
    applied: true,
    plan: { changes: [{ kind: 'rule', action: 'update', details: ['description'] }] },
  })
  const after = await stored()
  expect(after.customLists).toEqual([{ name: 'risky', description: '', csv: 'value\nDE\n' }])
  expect(after.rules.map(({ status }) => status)).toEqual(['active', 'inactive'])
  expect(configToFiles(after).get(list)).toBe(before.get(list))
})

it('a first import takes over a list and a rule of the same name as they are', async () => {
  const rule = { name: 'Own', conditions: { all: [] }, event: { type: 'blocked' } }
  const own = new Map([
    ['rules/purchase/Own.fql', 'RETURN Review("own")'],
    ['lists/custom/Risky.csv', 'value,note\nDE,x\n'],
    ['lists/custom/Risky.json', '{ "description": "Filled by hand" }'],
  ])
  const { id, importer } = await createImportTarget(store)
  await importFiles(importer, own)
  const options = { check: purchaseCheckEnvironment }
  const radar = translateRules('stripe-radar', 'Block if :card_country: in @risky', options)
  await importFiles(importer, configToFiles(toConfig(radar, 'purchase')))
  await importFiles(
    importer,
    configToFiles(toConfig(translateRules('json-rules-engine', JSON.stringify(rule), options), 'purchase')),
  )
  const stored = await loadConfiguration(store.db, id, importedAt, gunzip)
  expect(stored.customLists).toEqual([{ name: 'Risky', description: 'Filled by hand', csv: 'value,note\nDE,x\n' }])
  expect(stored.rules.map(({ status, body }) => [body.name, status])).toContainEqual(['Own', 'active'])
})

it('a list that has rows is not a list that may stay as it is', async () => {
  const { id, importer } = await createImportTarget(store)
  const list = (csv: string, about: object) =>
    new Map([
      ['lists/custom/L.csv', csv],
      ['lists/custom/L.json', JSON.stringify({ description: '', ...about })],
    ])
  const csv = async () => (await loadConfiguration(store.db, id, importedAt, gunzip)).customLists[0]?.csv
  await importFiles(importer, list('value\na\n', {}))
  await importFiles(importer, list('value\n', { whenEmpty: 'unchanged' }))
  expect(await csv()).toBe('value\na\n')
  await importFiles(importer, list('value\nb\n', { whenEmpty: 'unchanged' }))
  expect(await csv()).toBe('value\nb\n')
  // Without the member, a folder empties a list, as every export of an empty one has to.
  await importFiles(importer, list('value\n', {}))
  expect(await csv()).toBe('value\n')
})

it('an answer has the outputs of every translated rule that matched', () => {
  const seen = (name: string, params: object) => ({ name, conditions: { all: [] }, event: { type: 'seen', params } })
  const options = { check: purchaseCheckEnvironment }
  const translation = translateRules(
    'json-rules-engine',
    JSON.stringify([seen('First', { a: 1 }), seen('first', { b: 2 }), seen('', { c: 3 })]),
    options,
  )
  const rules = toConfig(translation, 'purchase').rules.map(({ body }, index): PublishedRule => {
    expect(ruleBodySchema.parse(body)).toEqual(body)
    const compiled = compileRule(body, purchaseCheckEnvironment)
    const { clauses } = compiled
    return { id: body.name, name: body.name, environmentId: '', version: 1, position: index + 1, compiled, clauses }
  })
  const set = { environmentId: '', firstMatch: false, rules }
  expect(runRules([set], createScope({ event: {}, now: importedAt }), {}).outputs).toEqual({
    First: { event: 'seen', a: 1 },
    'first 2': { event: 'seen', b: 2 },
    'Rule 3 seen': { event: 'seen', c: 3 },
  })
})
