import { Select } from '@assay/design-system'
import type { Ontology } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import type { PartAddress } from '../ontology-address.ts'

interface PartSelectProps extends PartAddress {
  ontology: Ontology
  onPartChange: (part: PartAddress) => void
}

const all = 'all'

/** The node type or the edge whose attributes are listed: what a click does in the picture. */
export function PartSelect({ ontology, node, edge, onPartChange }: PartSelectProps) {
  const intl = useIntl()
  const option = (part: keyof PartAddress, id: string) => ({
    value: `${part}:${id}`,
    label: part === 'edge' ? intl.formatMessage({ id: 'Ontology.Part.Edge' }, { name: id }) : id,
  })
  return (
    <Select
      size="sm"
      className="w-auto max-w-full"
      aria-label={intl.formatMessage({ id: 'Ontology.Column.Node' })}
      options={[
        { value: all, label: intl.formatMessage({ id: 'Ontology.Part.All' }) },
        ...ontology.nodes.map(({ id }) => option('node', id)),
        ...ontology.edges.map(({ id }) => option('edge', id)),
      ]}
      value={edge !== null ? `edge:${edge}` : node !== null ? `node:${node}` : all}
      onValueChange={value => {
        const [part, id = null] = value.split(':')
        onPartChange({ node: part === 'node' ? id : null, edge: part === 'edge' ? id : null })
      }}
    />
  )
}
