import type { TranslatedRule, Translation } from '@assay/risk-service/fql/translation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName } from '../../../platform/authoring/naming/use-new-resource.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { defaultSampleScore } from '../rule-sample.ts'
import { useRuleScope } from '../rule-scope.tsx'

interface CreatedDraft {
  id: string
  name: string
}
export interface DraftProgress {
  total: number
  created: readonly CreatedDraft[]
  /** Names of rules, velocity sets and lists that could not be created. */
  failed: readonly string[]
  /** The environment has as many rules as it can have. */
  full: boolean
  running: boolean
}

const maxDescription = 500
const described = (text: string): string =>
  text.length > maxDescription ? `${text.slice(0, maxDescription - 1)}…` : text

/** What the chosen rules read: velocity sets and lists of the translation. */
export function resourcesOf(
  { velocitySets, lists }: Translation,
  rules: readonly TranslatedRule[],
): Pick<Translation, 'velocitySets' | 'lists'> {
  const texts = rules.map(({ clause }) => clause?.text ?? '').join('\n')
  return {
    velocitySets: velocitySets
      .map(set => ({ ...set, velocities: set.velocities.filter(({ name }) => texts.includes(`Velocity.${name}(`)) }))
      .filter(({ velocities }) => velocities.length > 0),
    lists: lists.filter(name => texts.includes(`ContainsKey("${name}", `)),
  }
}

/** Creates drafts of the chosen rules, one after another in run order, with what they read. Nothing is published. */
export function useCreateDrafts() {
  const { environmentId, eventType, branch, botScore } = useRuleScope()
  const can = useCan()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<DraftProgress | null>(null)

  /** Creates the velocities that the environment lacks, as drafts of their sets; returns names of sets that failed. */
  const createVelocities = async (sets: Translation['velocitySets']): Promise<string[]> => {
    if (sets.length === 0 || !can('velocities', 'write')) return []
    const existing = await client.velocities.list({ environmentId })
    const existingNames = new Set(
      existing.flatMap(({ velocities }) => velocities.map(({ name }) => name.toLowerCase())),
    )
    const failed: string[] = []
    for (const set of sets) {
      const velocities = set.velocities
        .filter(({ name }) => !existingNames.has(name.toLowerCase()))
        .map(({ text }) => ({ text }))
      if (velocities.length === 0) continue
      const setId = crypto.randomUUID()
      await createWithFreeName(
        set.name,
        existing.map(({ name }) => name),
        ' ',
        name =>
          client.velocities.create({
            environmentId,
            setId,
            body: { name, description: '', condition: '', velocities },
          }),
      ).catch(() => failed.push(set.name))
    }
    void queryClient.invalidateQueries({ queryKey: api.velocities.list.key() })
    return failed
  }
  /** Creates the lists that the environment lacks, without rows; returns names of those that failed. */
  const createLists = async (names: readonly string[]): Promise<string[]> => {
    if (names.length === 0 || !can('lists.custom', 'write')) return []
    const { rows } = await client.customLists.list({ environmentId, limit: 200 })
    const existing = new Set(rows.map(({ name }) => name.toLowerCase()))
    const failed: string[] = []
    for (const name of names.filter(each => !existing.has(each.toLowerCase()))) {
      const file = new File(['value\n'], `${name}.csv`, { type: 'text/csv' })
      await client.customLists
        .create({ environmentId, listId: crypto.randomUUID(), name, description: '', file })
        .catch(() => failed.push(name))
    }
    void queryClient.invalidateQueries({ queryKey: api.customLists.list.key() })
    return failed
  }

  const create = async (translation: Translation, rules: readonly TranslatedRule[]): Promise<void> => {
    const resources = resourcesOf(translation, rules)
    const created: CreatedDraft[] = []
    const failed: string[] = []
    let full = false
    const report = (running: boolean) =>
      setProgress({ total: rules.length, created: [...created], failed: [...failed], full, running })
    report(true)
    try {
      failed.push(...(await createVelocities(resources.velocitySets)), ...(await createLists(resources.lists)))
      const { payload } = await client.rules.settings({ environmentId, eventType })
      const names = (await client.rules.list({ environmentId, eventType, branch })).map(({ name }) => name)
      for (const { name: base, original, clause } of rules) {
        if (clause === null) continue
        if (full) {
          failed.push(base)
          continue
        }
        try {
          const made = await createWithFreeName(base, names, ' ', name =>
            client.rules.create({
              environmentId,
              eventType,
              branch,
              type: 'decision',
              body: {
                name,
                description: described(original),
                condition: '',
                clauses: [clause],
                sample: {
                  payload,
                  riskScore: defaultSampleScore,
                  ...(botScore ? { botScore: defaultSampleScore } : {}),
                },
              },
            }),
          )
          const name = made.draft?.name ?? base
          names.push(name)
          created.push({ id: made.id, name })
        } catch (error) {
          failed.push(base)
          full = conflictErrorOf(error)?.reason === 'rules.limit'
        }
        report(true)
      }
    } catch {
      // What is read before the first draft could not be read.
      failed.push(...rules.map(({ name }) => name).filter(name => !failed.includes(name)))
    }
    void queryClient.invalidateQueries({ queryKey: api.rules.list.key() })
    report(false)
  }
  return { progress, create, reset: () => setProgress(null) }
}
