import { conformanceOfLayer } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { CaseHeader, FilterBar, QueryBuilder } = layer
const nothing = () => undefined

conformanceOfLayer(layer, {
  CaseHeader: { slot: 'case-header', role: 'header', allowed: /EUR/, render: root => <CaseHeader typeLabel="[Purchase]" recordId="7241903" onBack={nothing} amount={{ amount: 12.5, currency: 'EUR' }} score={871} decision="Review" actions="[Actions]" {...root} /> },
  FilterBar: {
    slot: 'filter-bar',
    role: 'group',
    // Days are written by `Intl`.
    allowed: /\p{L}{3} \d+, \d{4}/u,
    render: root => (
      <FilterBar
        fields={[{ id: 'date', label: '[Date]', kind: 'date', operators: [{ id: 'on', label: '[on]' }] }]}
        value={[{ id: 'a', field: 'date', operator: 'on', values: ['2026-01-31'] }]}
        onValueChange={nothing}
        clearable
        {...root}
      />
    ),
  },
  QueryBuilder: {
    slot: 'query-builder',
    role: 'group',
    render: root => <QueryBuilder fields={[{ id: 'amount', label: '[Amount]', kind: 'number', operators: [{ id: 'gte', label: '[at least]' }] }]} defaultValue={{ id: 'root', mode: 'all', items: [{ id: 'a', field: 'amount', operator: 'gte', values: ['5'] }] }} {...root} />,
  },
})
