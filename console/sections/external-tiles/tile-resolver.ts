import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { tileSetTextsSchema } from '../../platform/forms/contract-schemas.ts'
import { type TileSetForm, tileSetOf } from './tile-form.ts'

/** Validates tiles as the service does, apart from the form itself, which the dashboard needs without the schemas. */
export const tileResolver = contractResolver({
  schema: tileSetTextsSchema,
  toBody: (form: TileSetForm) => tileSetOf(form),
  messages: {
    'tiles.*.title': {
      required: 'Tiles.Problem.TitleMissing',
      invalid: 'Tiles.Problem.TitleLong',
      tooLong: 'Tiles.Problem.TitleLong',
    },
    'tiles.*.description': 'Tiles.Problem.DescriptionLong',
    'tiles.*.url': 'Tiles.Problem.Url',
    'builtIn.documentation': 'Tiles.Problem.Url',
    'builtIn.feedback': 'Tiles.Problem.Url',
    'builtIn.support': 'Tiles.Problem.Url',
  },
})
