import { Button, DateTime, KeyValue, KeyValueList, SidePanel } from '@assay/design-system'
import { type FigurePeriod, isReceived, type MeasuredEvents } from '@assay/risk-service/contract'
import type { Ref } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { type AttributeRow, personalText } from '../attribute-columns.tsx'
import { FieldClients } from './field-clients.tsx'
import { FieldUses } from './field-uses.tsx'
import { PanelSection } from './panel-section.tsx'
import { TopValues } from './top-values.tsx'

const missingMark = '–'

interface FieldPanelProps {
  ref: Ref<HTMLElement>
  eventType: string
  row: AttributeRow
  measured: MeasuredEvents | undefined
  period: FigurePeriod
  /** Opens the simulation of an outage; absent where the user may not see one. */
  onSimulate?: ((clientId: string | null) => void) | undefined
  onClose: () => void
}

/** What an attribute is, how it is filled, and who uses it. */
export function FieldPanel({ ref, eventType, row, measured, period, onSimulate, onClose }: FieldPanelProps) {
  const intl = useIntl()
  const field = { event: row.event, path: row.path }
  const text = (id: string) => intl.formatMessage({ id })
  const { figures } = row
  return (
    <SidePanel
      ref={ref}
      tabIndex={-1}
      title={
        <bdi dir="ltr" className="font-mono">
          {row.path}
        </bdi>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 px-4 pbe-4">
        {row.description === null ? null : (
          <p lang="en" className="text-sm text-fg-secondary">
            {row.description}
          </p>
        )}
        {row.listed ? null : (
          <p className="text-sm text-fg-secondary">
            <FormattedMessage id={row.uses > 0 ? 'Ontology.Unlisted' : 'Ontology.UnlistedSent'} />
          </p>
        )}
        <KeyValueList>
          <KeyValue term={text('Ontology.Column.Type')}>{row.type}</KeyValue>
          <KeyValue term={text('Ontology.Event')}>
            <bdi>{row.event}</bdi>
          </KeyValue>
          <KeyValue term={text('Ontology.Source')}>{text(`Ontology.Source.${row.source}`)}</KeyValue>
          <KeyValue term={text('Ontology.Column.Required')}>{text(`Search.Value.${String(row.required)}`)}</KeyValue>
          <KeyValue term={text('Ontology.Column.Searchable')}>
            {text(`Search.Value.${String(row.searchable)}`)}
          </KeyValue>
          <KeyValue term={text('Ontology.Column.Personal')}>
            {row.personal.length === 0 ? text('Search.Value.false') : personalText(intl, row.personal)}
          </KeyValue>
          <KeyValue term={text('Ontology.Column.FillRate')}>
            {row.fillRate === null || figures === null || measured === undefined ? (
              missingMark
            ) : (
              <FormattedMessage
                id="Ontology.Filled"
                values={{
                  share: intl.formatNumber(row.fillRate, { style: 'percent', maximumFractionDigits: 1 }),
                  filled: figures.filled,
                  measured: measured.measured,
                }}
              />
            )}
          </KeyValue>
          <KeyValue term={text('Ontology.Distinct')}>
            {figures === null ? (
              missingMark
            ) : figures.isDistinctLimited ? (
              <FormattedMessage id="Ontology.AtLeast" values={{ count: figures.distinct }} />
            ) : (
              <FormattedNumber value={figures.distinct} />
            )}
          </KeyValue>
          <KeyValue term={text('Ontology.LastSeen')}>
            {figures?.lastSeen == null ? missingMark : <DateTime value={figures.lastSeen} />}
          </KeyValue>
        </KeyValueList>
        {onSimulate !== undefined && isReceived(row.source) ? (
          <Button className="self-start" onClick={() => onSimulate(null)}>
            <FormattedMessage id="Ontology.Outage.Simulate" />
          </Button>
        ) : null}
        {isReceived(row.source) ? (
          <PanelSection headingId="Ontology.Values">
            <TopValues eventType={eventType} field={field} period={period} />
          </PanelSection>
        ) : null}
        {isReceived(row.source) ? (
          <FieldClients eventType={eventType} field={field} period={period} onSimulate={onSimulate} />
        ) : null}
        <PanelSection headingId="Ontology.Uses">
          <FieldUses eventType={eventType} field={field} />
        </PanelSection>
      </div>
    </SidePanel>
  )
}
