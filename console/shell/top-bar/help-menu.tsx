import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
  IconButton,
} from '@assay/design-system'
import { helpParameter } from '@assay/risk-service/contract'
import { BookOpen, CircleHelp, Compass, Info, Keyboard, LifeBuoy } from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { usePreferences } from '../../platform/preferences/index.ts'
import { siteConfiguration } from '../../platform/site/site-configuration.ts'
import { startTour, type TourId, useTours } from '../../platform/tours/index.ts'
import { showOverlay } from '../overlays/overlays.ts'

/** Keys, tours, requests for support by a global administrator, and which build this is. */
export function HelpMenu() {
  const intl = useIntl()
  const { shortcutsEnabled } = usePreferences()
  const { session } = useEnvironments()
  const tours = useTours()
  const navigate = useNavigate()
  const chosenTour = useRef<TourId | null>(null)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={CircleHelp} label={intl.formatMessage({ id: 'Shell.Help.Menu' })} side="bottom" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        // The menu returns the focus to its button when it closes; a tour that began earlier would lose it.
        onCloseAutoFocus={() => {
          const tour = chosenTour.current
          chosenTour.current = null
          if (tour !== null) queueMicrotask(() => startTour(tour))
        }}
      >
        <DropdownMenuItem
          start={<Icon icon={BookOpen} />}
          onSelect={() => {
            const parameters = new URLSearchParams(location.search)
            parameters.set(helpParameter, 'all')
            void navigate({ search: parameters.toString() }, { replace: true })
          }}
        >
          <FormattedMessage id="Shell.Help.Topics" />
        </DropdownMenuItem>
        <DropdownMenuItem
          start={<Icon icon={Keyboard} />}
          {...(shortcutsEnabled ? { shortcut: '?' } : {})}
          onSelect={() => showOverlay({ kind: 'shortcuts' })}
        >
          <FormattedMessage id="Shell.Help.Shortcuts" />
        </DropdownMenuItem>
        {tours.length > 0 ? <DropdownMenuSeparator /> : null}
        {tours.map(({ id, titleId, state }) => (
          <DropdownMenuItem
            key={id}
            start={<Icon icon={Compass} />}
            onSelect={() => {
              chosenTour.current = id
            }}
          >
            <FormattedMessage
              id={state === 'done' ? 'Tours.Replay' : state === 'inProgress' ? 'Tours.Continue' : 'Tours.Start'}
              values={{ tour: intl.formatMessage({ id: titleId }) }}
            />
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        {session.directoryRoles.includes('GlobalAdministrator') ? (
          <DropdownMenuItem start={<Icon icon={LifeBuoy} />} onSelect={() => showOverlay({ kind: 'support' })}>
            <FormattedMessage id="Shell.Help.Support" />
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem start={<Icon icon={Info} />} onSelect={() => showOverlay({ kind: 'about' })}>
          <FormattedMessage id="Shell.About.Open" />
        </DropdownMenuItem>
        <DropdownMenuLabel>
          <FormattedMessage
            id="Shell.Help.Version"
            values={{
              build: (
                <bdi key="build" dir="ltr">
                  {siteConfiguration().build}
                </bdi>
              ),
            }}
          />
        </DropdownMenuLabel>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
