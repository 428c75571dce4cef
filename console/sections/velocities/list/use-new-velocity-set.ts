import { type VelocitySetSummary, velocityTemplates } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName, useNewResource } from '../../../platform/authoring/naming/use-new-resource.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useVelocitySetHref } from '../links.ts'
import { withFreeName } from '../velocity-set-draft.ts'

/** What a set is called until its author names it. */
const baseName = 'New velocity set'

/** Makes a draft of a set, new or a copy, and opens it. */
export function useNewVelocitySet(sets: readonly VelocitySetSummary[] | undefined): {
  start: () => void
  clone: (setId: string) => void
  running: boolean
} {
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const { make, running } = useNewResource({
    hrefOf: useVelocitySetHref(),
    onMade: () => queryClient.invalidateQueries({ queryKey: api.velocities.list.key() }),
  })
  const create = (setId: string) => {
    const usedNames = (sets ?? []).flatMap(({ velocities }) => velocities.map(({ name }) => name))
    const velocities = [{ text: withFreeName(velocityTemplates[0].text, usedNames) }]
    return createWithFreeName(
      baseName,
      (sets ?? []).map(({ name }) => name),
      ' ',
      name =>
        client.velocities.create({ environmentId, setId, body: { name, description: '', condition: '', velocities } }),
    )
  }
  return {
    start: () => make('new', create),
    clone: setId => make(setId, cloneId => client.velocities.clone({ environmentId, setId, cloneId })),
    running,
  }
}
