import { useToast } from '@assay/design-system'
import { velocityTemplates, type VelocitySetBody, type VelocitySetSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { freeName } from '../../platform/authoring/names.ts'
import { conflictOf, isNameRefusal } from '../../platform/authoring/refusals.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { withFreeName } from './draft.ts'
import { useSetHref } from './refs.ts'

/** Names of sets are plain: letters, digits, underscores, hyphens and blanks. */
const baseName = 'New velocity set'

/** Makes a draft of a set, new or a copy, and opens it. */
export function useNewSet(sets: readonly VelocitySetSummary[] | undefined): { start: () => void; clone: (setId: string) => void; running: boolean } {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const setHref = useSetHref()
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const [running, setRunning] = useState(false)
  const make = async (work: () => Promise<{ id: string }>) => {
    setRunning(true)
    try {
      const made = await work()
      void queryClient.invalidateQueries({ queryKey: api.velocities.list.key() })
      await navigate(setHref(made.id))
    } catch (error) {
      toast({ title: intl.formatMessage({ id: conflictOf(error) ? 'Velocities.Limit' : 'Rules.List.Failed' }), tone: 'danger' })
    }
    setRunning(false)
  }
  const create = async () => {
    const names = (sets ?? []).map(({ name }) => name)
    const taken = (sets ?? []).flatMap(({ velocities }) => velocities.map(({ name }) => name))
    // A colleague's draft is not in the list, but holds its name: then the next one is tried.
    for (let attempt = 1; ; attempt++) {
      const name = freeName(baseName, names)
      const body: VelocitySetBody = { name, description: '', condition: '', velocities: [{ text: withFreeName(velocityTemplates[0].text, taken) }] }
      try {
        return await client.velocities.create({ environmentId, setId: crypto.randomUUID(), body })
      } catch (error) {
        if (!isNameRefusal(error) || attempt > 20) throw error
        names.push(name)
      }
    }
  }
  return {
    start: () => void make(create),
    clone: setId => void make(() => client.velocities.clone({ environmentId, setId, cloneId: crypto.randomUUID() })),
    running,
  }
}
