import {
  Button,
  Callout,
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  IconButton,
} from '@assay/design-system'
import { Settings2 } from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNextCaseChoice } from '../../../platform/cases/use-page-options.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { updatePreferences, usePreferencesState } from '../../../platform/preferences/index.ts'
import { startTour, useTours } from '../../../platform/tours/index.ts'
import { cockpitOfferName } from '../../../platform/tours/tours.ts'

/** How the page of a case works for this person: what follows a decision, and its tour. */
export function CockpitMenu() {
  const intl = useIntl()
  const offline = useOffline()
  const { opens, mode } = useNextCaseChoice()
  const hasTour = useTours().some(({ id }) => id === 'cockpit')
  const tourChosen = useRef(false)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          icon={Settings2}
          data-slot="cockpit-menu"
          label={intl.formatMessage({ id: 'Review.Cockpit' })}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={() => {
          // After the menu has given the focus back, so that the tour can take it.
          if (tourChosen.current) queueMicrotask(() => startTour('cockpit'))
          tourChosen.current = false
        }}
      >
        <DropdownMenuCheckboxItem
          checked={opens}
          // The tenant may have decided for everyone.
          disabled={offline || mode !== 'user'}
          onCheckedChange={checked => void updatePreferences({ autoAdvance: checked === true })}
        >
          <FormattedMessage id="Preferences.AutoAdvance" />
        </DropdownMenuCheckboxItem>
        {hasTour ? (
          <DropdownMenuItem
            onSelect={() => {
              tourChosen.current = true
            }}
          >
            <FormattedMessage id="Tours.Start" values={{ tour: intl.formatMessage({ id: 'Tours.Cockpit.Title' }) }} />
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Offers the tour once to somebody who has not seen it; the menus have it in any case. */
export function CockpitTourOffer() {
  const { preferences, loaded } = usePreferencesState()
  const tour = useTours().find(({ id }) => id === 'cockpit')
  if (!loaded || tour?.state !== 'notStarted' || preferences.dismissed.includes(cockpitOfferName)) return null
  const dismiss = () =>
    void updatePreferences(({ dismissed }) => ({
      dismissed: [...dismissed.filter(name => name !== cockpitOfferName), cockpitOfferName],
    }))
  return (
    <Callout
      tone="info"
      className="mbe-3"
      onDismiss={dismiss}
      actions={
        <Button
          size="sm"
          onClick={() => {
            dismiss()
            startTour('cockpit')
          }}
        >
          <FormattedMessage id="Review.Cockpit.TakeTour" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="Review.Cockpit.TourOffer" />
      </p>
    </Callout>
  )
}
