import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import type { MapEngine } from './map-engine.ts'
import type { MapTiles } from './map-tiles.ts'

interface MapPicturesProps {
  map: MapEngine
  tiles: MapTiles
  /** The provider delivers nothing: the outlines are shown. */
  failed: boolean
  /** Called when another picture is chosen. */
  onRetry: () => void
}

const outlines = 'outlines'

/** The choice between outlines and the pictures of a provider, with the notice that it requires. */
export function MapPictures({ map, tiles, failed, onRetry }: MapPicturesProps) {
  const intl = useIntl()
  const [chosen, setChosen] = useState(tiles.layers[0]?.id ?? outlines)
  const layer = failed ? undefined : tiles.layers.find(({ id }) => id === chosen)
  const shown = layer?.id ?? null
  useEffect(() => map.picture(shown === null ? null : { tiles, layer: shown }), [map, tiles, shown])
  return (
    <div className="absolute inset-e-3 inset-be-3 flex max-w-[calc(100%-1.5rem)] flex-col items-end gap-1">
      <SegmentedControl
        className="bg-surface-raised shadow-2"
        label={intl.formatMessage({ id: 'DesignSystem.Map.Picture' })}
        value={shown ?? outlines}
        onValueChange={next => {
          onRetry()
          setChosen(next)
        }}
        segments={[
          ...tiles.layers.map(({ id, label }) => ({ value: id, label })),
          { value: outlines, label: intl.formatMessage({ id: 'DesignSystem.Map.Outlines' }) },
        ]}
      />
      {layer ? (
        <p className="rounded-chip bg-surface px-1.5 text-xs text-fg-secondary">
          <bdi>{layer.attribution}</bdi>
        </p>
      ) : null}
      {failed ? (
        <p role="status" className="rounded-chip bg-surface px-1.5 text-xs text-fg-secondary">
          <FormattedMessage id="DesignSystem.Map.NoPicture" />
        </p>
      ) : null}
    </div>
  )
}
