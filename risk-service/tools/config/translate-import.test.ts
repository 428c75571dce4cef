import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCheckEnvironment } from '../../engine/assessments/assessment-info.ts'
import { builtInAssessments } from '../../engine/index.ts'
import { gunzip } from '../../engine/lib/gzip.ts'
import { configToFiles } from '../../features/configuration/files/config-files.ts'
import { loadConfiguration } from '../../features/configuration/stored-configuration.ts'
import { createImportTarget, importedAt, importFiles } from '../../features/configuration/testing/config-import.ts'
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
