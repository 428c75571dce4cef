import { useFormat } from '@assay/design-system'
import {
  type BotSignal,
  botSignals,
  type EventSignal,
  eventSignals,
  parseSignal,
  type Signal,
} from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { windowLabel } from '../velocities/velocity-window.ts'

const ownSignalLabels = {
  minutesSinceSignUp: 'Models.Signal.MinutesSinceSignUp',
  emailValidated: 'Review.Contribution.EmailValidated',
  phoneValidated: 'Review.Contribution.PhoneValidated',
  emailDisposable: 'Models.Signal.EmailDisposable',
  emailFree: 'Models.Signal.EmailFree',
  emailDigits: 'Models.Signal.EmailDigits',
  guestCheckout: 'Review.Contribution.GuestCheckout',
  retryOrder: 'Review.Contribution.RetryOrder',
  ipBillingCountry: 'Models.Signal.IpBillingCountry',
  ipShippingCountry: 'Models.Signal.IpShippingCountry',
  billingShippingCountry: 'Models.Signal.BillingShippingCountry',
  binBillingCountry: 'Models.Signal.BinBillingCountry',
  ipUnknownCountry: 'Models.Signal.IpUnknownCountry',
  amount: 'Models.Signal.Amount',
  itemCount: 'Models.Signal.ItemCount',
  giftCard: 'Review.Contribution.GiftCard',
  digitalGoods: 'Review.Contribution.DigitalGoods',
  expressShipping: 'Review.Contribution.ExpressShipping',
  instrumentAge: 'Models.Signal.InstrumentAge',
  instrumentCount: 'Models.Signal.InstrumentCount',
  cvvMismatch: 'Review.Contribution.CvvMismatch',
  avsMismatch: 'Review.Contribution.AvsMismatch',
  threeDSAuthenticated: 'Models.Signal.ThreeDSAuthenticated',
  deviceMissing: 'Review.Contribution.DeviceMissing',
  proxy: 'Review.Contribution.Proxy',
  botScore: 'Models.Signal.BotScore',
  localHour: 'Models.Signal.LocalHour',
} as const satisfies Record<EventSignal, string>
const botSignalLabels = {
  automation: 'Models.Signal.Automation',
  robotAgent: 'Models.Signal.RobotAgent',
  noLanguages: 'Models.Signal.NoLanguages',
  noScript: 'Models.Signal.NoScript',
  noCookies: 'Models.Signal.NoCookies',
  emptyScreen: 'Models.Signal.EmptyScreen',
  proxy: 'Review.Contribution.Proxy',
  emulator: 'Models.Signal.Emulator',
  plugins: 'Models.Signal.Plugins',
  fonts: 'Models.Signal.Fonts',
  processors: 'Models.Signal.Processors',
  onPageTime: 'Models.Signal.OnPageTime',
  roundTrip: 'Models.Signal.RoundTrip',
  sessions: 'Models.Signal.Sessions',
  shippedScore: 'Models.Signal.ShippedScore',
} as const satisfies Record<BotSignal, string>
const entityLabels = {
  user: 'Events.Entity.user',
  email: 'Events.Entity.email',
  device: 'Events.Entity.device',
  ip: 'Events.Entity.ip',
  payment: 'Events.Entity.payment',
  terminal: 'Models.Signal.Terminal',
} as const

const kindOf = (signal: Signal | null): 'share' | 'number' | 'yesNo' =>
  signal?.kind === 'own' ? eventSignals[signal.id] : signal?.measure === 'fraudShare' ? 'share' : 'number'

/**
 * Names of the signals of a trained score in the reader's language, and the format of their values; a signal without a
 * name is shown by its id.
 */
export function useSignalLabels(): { nameOf: (id: string) => string; valueOf: (id: string, value: number) => string } {
  const intl = useIntl()
  const format = useFormat()
  return useMemo(
    () => ({
      nameOf(id) {
        const signal = parseSignal(id)
        if (signal === null) {
          const ofSession = botSignals.find(each => each === id)
          return ofSession === undefined ? id : intl.formatMessage({ id: botSignalLabels[ofSession] })
        }
        if (signal.kind === 'own') return intl.formatMessage({ id: ownSignalLabels[signal.id] })
        const { entity, measure } = signal
        return intl.formatMessage(
          { id: 'Models.Signal.Of' },
          {
            entity: intl.formatMessage({ id: entityLabels[entity] }),
            measure: intl.formatMessage(
              { id: `Models.Signal.Of.${measure}` },
              { window: signal.window === null ? '' : windowLabel(intl, signal.window) },
            ),
          },
        )
      },
      valueOf(id, value) {
        const kind = kindOf(parseSignal(id))
        if (kind === 'share') return format.percent(value)
        if (kind === 'yesNo')
          return intl.formatMessage({
            id: value === 0 ? 'Review.Counterfactuals.False' : 'Review.Counterfactuals.True',
          })
        return format.number(value, Number.isInteger(value) ? 0 : 2)
      },
    }),
    [intl, format],
  )
}
