import { useQuery } from '@tanstack/react-query'
import type { ApiDocument } from './api-description.ts'

/** Where the description of the risk API is, with the schemas of all bodies. */
export const riskApiDescription = '/openapi/risk-api.json'

/** The description of the risk API, which the service makes from the schemas that it validates by. */
export function useApiDocument() {
  return useQuery({
    queryKey: ['risk-api-description'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<ApiDocument> => {
      const response = await fetch(riskApiDescription, { signal, credentials: 'omit' })
      if (!response.ok) throw new Error(`The description of the API was answered with ${response.status}.`)
      return (await response.json()) as ApiDocument
    },
  })
}
