import type { PersonalDataKind } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const none: readonly PersonalDataKind[] = []

/** The kinds of personal data that are masked for the caller in an environment; none until the service has said so. */
export function useMaskedKinds(environmentId: string): readonly PersonalDataKind[] {
  const { data } = useQuery(api.personalData.get.queryOptions({ input: { environmentId }, staleTime: 300_000 }))
  return data?.masked ?? none
}
