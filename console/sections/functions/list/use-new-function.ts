import type { FunctionSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName, useNewResource } from '../../../platform/authoring/naming/use-new-resource.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { newProperty } from '../function-draft.ts'
import { useFunctionHref } from '../links.ts'

/** Names of functions are identifiers. */
const baseName = 'NewFunction'

/** Makes a draft of a function with a free name and opens it. */
export function useNewFunction(functions: readonly FunctionSummary[] | undefined): {
  start: () => void
  running: boolean
} {
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const { make, running } = useNewResource({
    hrefOf: useFunctionHref(),
    onMade: () => queryClient.invalidateQueries({ queryKey: api.functions.list.key() }),
  })
  const create = async (functionId: string) => {
    const {
      events: [event],
    } = await client.velocities.vocabulary({ environmentId })
    const sample = { eventType: event?.name ?? 'Purchase', payload: event?.payload ?? {} }
    const usedNames = (functions ?? []).filter(({ inherited }) => !inherited).map(({ name }) => name)
    return createWithFreeName(baseName, usedNames, '', name =>
      client.functions.create({
        environmentId,
        functionId,
        body: { name, description: '', parameters: [], properties: [newProperty([])], sample },
      }),
    )
  }
  return { start: () => make('new', create), running }
}
