import { Button } from '@assay/design-system'
import type { FigurePeriod } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedNumber, useIntl } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import type { FieldAddress } from '../ontology-address.ts'
import { PanelSection } from './panel-section.tsx'
import { fieldValuesQuery } from './values-query.ts'

interface FieldClientsProps {
  eventType: string
  field: FieldAddress
  period: FigurePeriod
  onSimulate: ((clientId: string | null) => void) | undefined
}

/** How often each API client fills an attribute; nothing where no client is known. */
export function FieldClients({ eventType, field, period, onSimulate }: FieldClientsProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(fieldValuesQuery({ environmentId, eventType, period, ...field }))
  if (data === undefined || data.clients.length === 0) return null
  const simulate = intl.formatMessage({ id: 'Ontology.Drop.Simulate' })
  const nameOf = (client: string): string => [simulate, client].join(': ')
  return (
    <PanelSection headingId="Ontology.Clients">
      <ul className="flex flex-col gap-1 text-sm">
        {data.clients.map(({ id, name, filled, events }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
            <span dir="ltr" className="tabular-nums">
              <FormattedNumber value={filled / events} style="percent" maximumFractionDigits={1} />
            </span>
            {onSimulate === undefined || filled === 0 ? null : (
              <Button size="sm" aria-label={nameOf(name)} onClick={() => onSimulate(id)}>
                {simulate}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
