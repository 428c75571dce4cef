import { CardBody, CopyableId, KeyValueList } from '@assay/design-system'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import type { ReviewCardName } from '../cards/review-cards.ts'

interface FactCardProps {
  name: ReviewCardName
  /** The message of its title. */
  titleId: string
  /** The values that are always in sight. */
  children: ReactNode
  /** Below them: values on request. */
  further?: ReactNode
}

/** A card of facts. */
export function FactCard({ name, titleId, children, further }: FactCardProps) {
  const intl = useIntl()
  return (
    <ReviewCard name={name} title={intl.formatMessage({ id: titleId })}>
      <CardBody>
        <KeyValueList termWidth="sm">{children}</KeyValueList>
        {further}
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
