import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { type MapModel, type MapPointKind, pointKinds } from './map-model.ts'
import { kindName, Mark } from './marks.tsx'

interface MapLegendProps {
  model: MapModel
  formatValue: (value: number) => string
  onKind: (kind: MapPointKind) => void
}

const heatClasses = [
  'bg-heat-0',
  'bg-heat-1',
  'bg-heat-2',
  'bg-heat-3',
  'bg-heat-4',
  'bg-heat-5',
  'bg-heat-6',
  'bg-heat-7',
] as const

/** The meaning of shapes and shades. A kind is a button that moves its points into view. */
export function MapLegend({ model, formatValue, onKind }: MapLegendProps) {
  const intl = useIntl()
  const kinds = pointKinds.filter(kind => model.locatedPoints.some(point => point.kind === kind))
  if (kinds.length === 0 && model.regions.length === 0) return null
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Map.Legend' })}
      data-slot="map-legend"
      className="absolute inset-be-3 inset-s-3 flex max-w-[calc(100%-1.5rem)] flex-col gap-1 rounded-card border border-transparent bg-surface-raised p-2 text-xs text-fg-secondary shadow-2"
    >
      {kinds.length > 0 ? (
        <ul className="flex flex-wrap gap-x-2">
          {kinds.map(kind => (
            <li key={kind}>
              <button
                type="button"
                className="flex min-h-6 items-center gap-1.5 rounded-chip px-1 hover:bg-surface-hover focus-ring"
                onClick={() => onKind(kind)}
              >
                <Mark kind={kind} className="size-3" />
                <FormattedMessage id={kindName(kind)} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {model.regions.length > 0 ? (
        <div className="flex items-center gap-2 px-1 forced-colors:hidden">
          <span className="tabular-nums">{formatValue(0)}</span>
          <span aria-hidden className="flex">
            {heatClasses.map(heat => (
              <span
                key={heat}
                className={cn(
                  'h-3 w-5 border-y border-line first:border-s first:rounded-s-mark last:border-e last:rounded-e-mark forced-color-adjust-none',
                  heat,
                )}
              />
            ))}
          </span>
          <span className="tabular-nums">{formatValue(model.highest)}</span>
        </div>
      ) : null}
    </div>
  )
}
