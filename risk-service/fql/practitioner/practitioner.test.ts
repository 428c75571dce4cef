import { describe, expect, it } from 'vitest'
import type { FqlCase } from '../cases/case.ts'
import { runCase } from '../cases/run-case.ts'
import { format } from '../index.ts'
import { practitionerFixtures, practitionerRules } from './rules.ts'

const effect = (result: Record<string, unknown>): boolean =>
  result['clause'] !== '' || Object.keys(result['output'] as object).length > 0

describe('rules of practitioners that need no velocity', () => {
  it('rules of practitioners that need no velocity are all written', () => {
    expect(new Set(practitionerRules.map(({ id }) => id.slice(0, 5))).size).toBe(53)
  })
  it.each(practitionerRules.map(each => [each.id, each] as const))('%s', async (_id, { text, fires, not, scores }) => {
    expect(format(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    for (const mode of ['code', 'closures'] as const) {
      const run = async (event: object, score: number | undefined): Promise<Record<string, unknown>> => {
        const testCase: FqlCase = {
          name: '',
          event,
          rule: text,
          expect: {},
          ...practitionerFixtures,
          ...(score === undefined ? {} : { scores: { risk: score } }),
        }
        const result = await runCase(testCase, mode)
        expect(result).toMatchObject({ runtimeErrors: [] })
        return result
      }
      expect(effect(await run(fires, scores?.fires))).toBe(true)
      expect(effect(await run(not, scores?.not))).toBe(false)
    }
  })
})
