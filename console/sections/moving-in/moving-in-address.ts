import { movedKinds, moveStates } from '@assay/risk-service/contract'
import {
  choiceParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../platform/router/use-search-state.ts'

const schema = {
  q: textParameter,
  state: choiceParameter(moveStates),
  kind: choiceParameter(movedKinds),
  object: optionalParameter,
}

/** Filters, order and choice of the page, in its address. */
export const useMovingInAddress = () => useSearchState(schema)
export type MovingInAddress = ReturnType<typeof useMovingInAddress>[0]
export type SetMovingInAddress = ReturnType<typeof useMovingInAddress>[1]
