import { CardBody, CopyableId, KeyValueList } from '@assay/design-system'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import type { ReviewCardName } from '../cards/review-cards.ts'

/** A card of facts. `titleId` is the message of its title. */
export function FactCard({ name, titleId, children }: { name: ReviewCardName; titleId: string; children: ReactNode }) {
  const intl = useIntl()
  return (
    <ReviewCard name={name} title={intl.formatMessage({ id: titleId })}>
      <CardBody>
        <KeyValueList termWidth="sm">{children}</KeyValueList>
      </CardBody>
    </ReviewCard>
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
