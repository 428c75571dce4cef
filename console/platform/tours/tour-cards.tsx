import { Button, Icon, IconButton } from '@assay/design-system'
import { Check, Compass, X } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { updatePreferences, usePreferencesState } from '../preferences/index.ts'
import { startTour, useTours } from './index.ts'
import { tourCardName } from './tours.ts'

/** For new users: one row with the tours, until it is dismissed for good. The help menu lists them in any case. */
export function TourCards() {
  const intl = useIntl()
  const title = useId()
  const tours = useTours()
  const { preferences, loaded } = usePreferencesState()
  // A card that was dismissed must not appear for a moment.
  if (!loaded || tours.length === 0 || preferences.dismissed.includes(tourCardName)) return null
  const dismiss = () =>
    void updatePreferences(({ dismissed }) => ({
      dismissed: [...dismissed.filter(name => name !== tourCardName), tourCardName],
    }))
  return (
    <section
      aria-labelledby={title}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-subtle bg-surface px-4 py-2 text-sm"
    >
      <Icon icon={Compass} className="text-fg-secondary" />
      <h2 id={title} className="font-semibold">
        <FormattedMessage id="Tours.Cards.Title" />
      </h2>
      <p className="min-w-0 flex-1 basis-[16rem] text-fg-secondary">
        <FormattedMessage id="Tours.Cards.Text" values={{ count: tours.length }} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {tours.map(({ id, titleId, state }) => (
          <Button key={id} variant="ghost" onClick={() => startTour(id)}>
            {state === 'done' ? <Icon icon={Check} label={intl.formatMessage({ id: 'Tours.Done' })} /> : null}
            <FormattedMessage id={titleId} />
          </Button>
        ))}
        <IconButton icon={X} label={intl.formatMessage({ id: 'Tours.Cards.Dismiss' })} onClick={dismiss} />
      </div>
    </section>
  )
}
