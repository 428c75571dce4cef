import type { WorkingHours } from '@assay/risk-service/contract'
import { api, client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface Availability {
  away: boolean
  hours: WorkingHours | null
}

/** Changes when the caller is there; whoever comes back may get cases at once. */
export function useAvailabilityChange(environmentId: string, onSaved?: () => void) {
  const mutation = useApiMutation({
    mutationFn: (availability: Availability) => client.team.setAvailability({ environmentId, ...availability }),
    invalidates: [api.team.key(), api.cases.unfinished.key(), api.queues.key()],
    onSuccess: () => onSaved?.(),
  })
  return { change: mutation.mutate, changing: mutation.isPending }
}
