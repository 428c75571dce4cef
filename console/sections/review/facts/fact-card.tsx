import { Card, CardBody, CardHeader, CopyableId, KeyValueList } from '@assay/design-system'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'

/** A card of facts. */
export function FactCard({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} meta={meta} />
      <CardBody>
        <KeyValueList termWidth="sm">{children}</KeyValueList>
      </CardBody>
    </Card>
  )
}

/** Returns how an id is shown: with a button that copies it; nothing for none. */
export function useCopyable() {
  const intl = useIntl()
  return (value: string | null, labelId: string, wrap = false) =>
    value === null ? null : (
      <CopyableId value={value} label={intl.formatMessage({ id: labelId })} wrap={wrap} truncated={value.length > 24} />
    )
}
