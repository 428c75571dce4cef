import { useToast } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { useCaseKeys } from '../../../platform/hotkeys/case-keys.ts'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { toggleReviewCards } from '../cards/review-cards.ts'

/** The keys of the page of an event beside those of its tabs: a link to it, and its cards. */
export function usePageKeys(): void {
  const intl = useIntl()
  const caseKeys = useCaseKeys()
  const { toast } = useToast()
  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(
      () => toast({ tone: 'success', title: intl.formatMessage({ id: 'Review.Link.Copied' }) }),
      () => toast({ tone: 'warning', title: intl.formatMessage({ id: 'Review.Link.NotCopied' }) }),
    )
  useHotkeys({ id: 'event-page', label: intl.formatMessage({ id: 'Review.Tabs' }), editable: true }, [
    { id: 'link', keys: caseKeys('link', 'u'), label: intl.formatMessage({ id: 'Review.Link.Copy' }), run: copyLink },
    {
      id: 'cards',
      keys: caseKeys('cards', 'x'),
      label: intl.formatMessage({ id: 'Review.Card.Toggle' }),
      run: toggleReviewCards,
    },
  ])
}
