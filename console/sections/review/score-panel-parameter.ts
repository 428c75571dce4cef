import { flagParameter } from '../../platform/router/use-search-state.ts'

/** In the address: the panel about the models behind the score is open. */
export const scorePanelSchema = { panel: flagParameter('score') }
