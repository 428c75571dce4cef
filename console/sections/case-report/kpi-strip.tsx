import { IconButton, Sparkline, type StatChange, StatTile, StatTileRow } from '@assay/design-system'
import type { Kpi, ReportLink } from '@assay/risk-service/contract'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useReportHref } from './report-links.ts'
import { type FigureUnit, useFigureText } from './use-figure-text.ts'

export interface KpiTile {
  /** Last part of the messages that name the figure and say how it is computed. */
  id: string
  unit: FigureUnit
  /** Undefined until it has arrived. */
  kpi: Kpi | undefined
  goodWhen?: StatChange['goodWhen']
  /** The cases behind the figure. */
  link?: ReportLink
  /** A page of the console with the cases behind the figure, where no search names them. */
  href?: string
}

interface KpiStripProps {
  tiles: readonly KpiTile[]
  /** The figures could not be read. */
  failed: boolean
  onRetry: () => void
}

/** Figures of the range with their change, each with its line over the periods. */
export function KpiStrip({ tiles, failed, onRetry }: KpiStripProps) {
  const intl = useIntl()
  const title = useId()
  const { text, change } = useFigureText()
  const searchHref = useReportHref()
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        <FormattedMessage id="Dashboard.Tiles.Title" />
      </h2>
      <StatTileRow className="grid-cols-1 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-6">
        {tiles.map(({ id, unit, kpi, goodWhen, link = null, href }) => {
          const label = intl.formatMessage({ id: `CaseReport.Kpi.${id}` })
          const formula = intl.formatMessage({ id: `CaseReport.Kpi.${id}.Formula` })
          const address = href ?? searchHref(link)
          const moved = kpi && change(unit, kpi, goodWhen)
          return (
            <StatTile
              key={id}
              className="overflow-hidden"
              label={label}
              period={
                <span className="flex items-center gap-1">
                  {kpi && kpi.series.length > 1 ? <Sparkline values={kpi.series} width={44} height={16} /> : null}
                  <IconButton
                    icon={Info}
                    label={formula}
                    size="sm"
                    className="relative z-10 -my-1.5 -me-2 [&_svg]:size-3"
                  />
                </span>
              }
              loading={!kpi && !failed}
              {...(kpi ? { value: text(unit, kpi.value) } : {})}
              {...(moved ? { change: moved } : {})}
              {...(failed && !kpi ? { error: intl.formatMessage({ id: 'Errors.Failed.Title' }), onRetry } : {})}
              {...(kpi && address
                ? {
                    link: (
                      <Link to={address}>
                        <span>
                          <FormattedMessage id="CaseReport.Open" values={{ label }} />
                        </span>
                      </Link>
                    ),
                  }
                : {})}
            />
          )
        })}
      </StatTileRow>
    </section>
  )
}
