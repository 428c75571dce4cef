import { Card, CardHeader, cn, IconButton } from '@assay/design-system'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { type ReviewCardName, useReviewCard } from './review-cards.ts'

interface ReviewCardProps {
  /** Cards of one name are open and closed together. */
  name: ReviewCardName
  title: string
  /** Id of the title, for what is named by it. */
  titleId?: string
  meta?: ReactNode
  actions?: ReactNode
  className?: string
  /** It has a table that can be wider than the card: such a table is scrolled by keys only if it is always laid out. */
  table?: boolean
  /** Not rendered while the card is closed. */
  children: ReactNode
}

/** A card of the first tab, which its user can close; it stays closed on every event. */
export function ReviewCard({
  name,
  title,
  titleId,
  meta,
  actions,
  className,
  table = false,
  children,
}: ReviewCardProps) {
  const intl = useIntl()
  const { open, toggle } = useReviewCard(name)
  return (
    <Card
      data-card={name}
      tabIndex={-1}
      className={cn('focus-ring focus:border-accent', open && !table && 'paint-in-view', open && className)}
    >
      <CardHeader
        title={
          <bdi id={titleId} title={title}>
            {title}
          </bdi>
        }
        meta={meta}
        actions={
          <>
            {open ? actions : null}
            <IconButton
              size="sm"
              icon={open ? ChevronUp : ChevronDown}
              iconSize={12}
              label={intl.formatMessage({ id: open ? 'Review.Card.Close' : 'Review.Card.Open' }, { title })}
              aria-expanded={open}
              onClick={toggle}
            />
          </>
        }
      />
      {open ? children : null}
    </Card>
  )
}
