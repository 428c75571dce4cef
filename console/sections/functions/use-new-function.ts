import { useToast } from '@assay/design-system'
import type { FunctionBody, FunctionSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { freeName } from '../../platform/authoring/names.ts'
import { conflictOf, isNameRefusal } from '../../platform/authoring/refusals.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { newProperty } from './draft.ts'
import { useFunctionHref } from './refs.ts'

/** Names of functions are identifiers. */
const baseName = 'NewFunction'

/** Makes a draft of a function with a free name and opens it. */
export function useNewFunction(functions: readonly FunctionSummary[] | undefined): { start: () => void; running: boolean } {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const functionHref = useFunctionHref()
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const [running, setRunning] = useState(false)
  const create = async () => {
    setRunning(true)
    const names = (functions ?? []).filter(({ inherited }) => !inherited).map(({ name }) => name)
    try {
      const { events } = await client.velocities.vocabulary({ environmentId }, { context: { read: true } })
      const [event] = events
      // A colleague's draft is not in the list, but holds its name: then the next one is tried.
      for (let attempt = 1; ; attempt++) {
        const name = freeName(baseName, names, '')
        const body: FunctionBody = { name, description: '', parameters: [], properties: [newProperty([])], sample: { eventType: event?.name ?? 'Purchase', payload: event?.payload ?? {} } }
        try {
          const made = await client.functions.create({ environmentId, functionId: crypto.randomUUID(), body })
          void queryClient.invalidateQueries({ queryKey: api.functions.list.key() })
          await navigate(functionHref(made.id))
          return
        } catch (error) {
          if (!isNameRefusal(error) || attempt > 20) throw error
          names.push(name)
        }
      }
    } catch (error) {
      toast({ title: intl.formatMessage({ id: conflictOf(error) ? 'Functions.Limit' : 'Rules.List.Failed' }), tone: 'danger' })
    } finally {
      setRunning(false)
    }
  }
  return { start: () => void create(), running }
}
