import { uploadEntityNames } from '@assay/risk-service/contract'
import { choiceParameter, optionalParameter, type SearchParameter } from '../../platform/router/use-search-state.ts'

const setParameter: SearchParameter<readonly string[]> = {
  parse: text => (text === null ? [] : text.split(',').filter(part => part !== '')),
  serialise: parts => (parts.length === 0 ? null : parts.join(',')),
}

/** What is chosen on a page of data upload. */
export const uploadParameters = {
  /** The entity whose file is chosen or whose columns are mapped. */
  entity: choiceParameter(uploadEntityNames),
  /** The run that is shown. */
  run: optionalParameter,
  /** The entity whose errors are shown beside the list. */
  errors: choiceParameter(uploadEntityNames),
  /** The selected data types. */
  types: setParameter,
}
