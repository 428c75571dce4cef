import type { MapTiles } from '@assay/design-system/map'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'

const bytesOf = (base64: string): ArrayBuffer =>
  Uint8Array.from(atob(base64), character => character.charCodeAt(0)).buffer

/**
 * Returns the pictures behind the maps of an environment; undefined without a provider. The service asks the provider:
 * the browser sends nothing to another server.
 */
export function useMapTiles(environmentId: string): MapTiles | undefined {
  const intl = useIntl()
  const { data } = useQuery(
    api.maps.layers.queryOptions({ input: { environmentId }, staleTime: 300_000, retry: false }),
  )
  return useMemo(
    () =>
      data === undefined || data.length === 0
        ? undefined
        : {
            layers: data.map(({ layer, attribution }) => ({
              id: layer,
              label: intl.formatMessage({ id: `Review.Map.Layer.${layer}` }),
              attribution,
            })),
            load: async (id, tile, signal) => {
              const layer = data.find(each => each.layer === id)?.layer
              if (layer === undefined) return null
              const { picture } = await client.maps.tile({ environmentId, layer, ...tile }, { signal })
              return picture === null ? null : bytesOf(picture)
            },
          },
    [data, environmentId, intl],
  )
}
