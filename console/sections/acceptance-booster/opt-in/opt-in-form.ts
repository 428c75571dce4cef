import {
  type BoosterChild,
  type BoosterInForce,
  type BoosterLevel,
  type BoosterSettings,
  type BoosterSharing,
  boosterInForce,
  boosterLimits,
  changesBooster,
} from '@assay/risk-service/contract'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { boosterSharingSchema } from '../../../platform/forms/contract-schemas.ts'

/** Settings as their fields show them. What is shared is chosen for when it is on. */
export interface OptInForm {
  on: boolean
  level: Exclude<BoosterLevel, 'off'>
  /** Percent; null: the field is empty. */
  holdOut: number | null
}

export const optInFormOf = ({ level, holdOut }: BoosterSharing): OptInForm => ({
  on: level !== 'off',
  level: level === 'off' ? 'standard' : level,
  holdOut,
})

/** What is sent of the fields: nobody holds out a share of nothing. */
export const sharingOf = ({ on, level, holdOut }: OptInForm): BoosterSharing => ({
  level: on ? level : 'off',
  holdOut: on ? (holdOut ?? Number.NaN) : 0,
})

const wholeNumber = { min: 0, max: boosterLimits.holdOut }

/** Validates settings as the service does. */
export const optInResolver = contractResolver<OptInForm, typeof boosterSharingSchema, BoosterSharing>({
  schema: boosterSharingSchema,
  toBody: sharingOf,
  messages: {},
  rules: form => {
    const { holdOut } = sharingOf(form)
    const isWhole = Number.isInteger(holdOut) && holdOut >= wholeNumber.min && holdOut <= wholeNumber.max
    return isWhole ? {} : { holdOut: { id: 'Admin.Options.Problem.Whole', values: wholeNumber } }
  },
})

const storedOf = ({
  level,
  holdOut,
  changed,
}: Pick<BoosterSettings, 'level' | 'holdOut' | 'changed'>): BoosterInForce =>
  boosterInForce({ level, holdOut, terms: changed?.terms ?? null })

/** The environments below that these settings would change. */
export const changedChildren = (
  { children }: Pick<BoosterSettings, 'children'>,
  sharing: BoosterSharing,
): BoosterChild[] => children.filter(child => changesBooster(storedOf(child), boosterInForce(sharing)))

/** How many of the settings would change. Terms that were replaced have to be agreed to again. */
export function countChanges(stored: BoosterSettings, sharing: BoosterSharing): number {
  const [before, after] = [storedOf(stored), boosterInForce(sharing)]
  const isRenewed = before.level === after.level && before.terms !== after.terms
  return [before.level !== after.level, before.holdOut !== after.holdOut, isRenewed].filter(Boolean).length
}
