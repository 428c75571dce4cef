import type { Upload, UploadArea } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'

/** Milliseconds between two reads while something changes, and otherwise. */
const [busyMs, quietMs] = [2000, 20_000]
const changing: readonly Upload['state'][] = ['Uploading', 'Validating', 'Processing']

export interface DataType {
  dataType: string
  entities: Upload[]
}

/** The data types of an area, each with its entities. */
export function useUploads(area: UploadArea) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.uploads.list.queryOptions({
      input: { environmentId, area },
      staleTime: 2_000,
      refetchInterval: ({ state: { data } }) =>
        (data as { dataTypes: DataType[] } | undefined)?.dataTypes.some(({ entities }) =>
          entities.some(({ state }) => changing.includes(state)),
        )
          ? busyMs
          : quietMs,
    }),
  )
  return { query, dataTypes: query.data?.dataTypes as DataType[] | undefined }
}

/** The runs of an area, the newest first. */
export function useUploadRuns(area: UploadArea) {
  const { id: environmentId } = useEnvironment()
  return useQuery(
    api.uploads.runs.queryOptions({
      input: { environmentId, area, limit: 10 },
      staleTime: 2_000,
      refetchInterval: ({ state: { data } }) =>
        data?.runs.some(({ state }) => state === 'Waiting' || state === 'Running') ? busyMs : quietMs,
    }),
  )
}
