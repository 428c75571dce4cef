import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { consoleContract } from '../../contract/index.ts'

/** Path of the REST side of the console API. */
export const restPrefix = '/api/console/v1'

/**
 * Returns the OpenAPI document of the REST side. Without an origin its server is that of the document: the Host header of
 * a request is nobody's address.
 */
export async function describeApi(version: string, origin: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(consoleContract, {
    info: { title: 'Assay console API', version },
    servers: [{ url: `${origin.replace(/\/$/, '')}${restPrefix}` }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of the signed-in user',
        },
      },
    },
    customErrorResponseBodySchema: {
      type: 'object',
      required: ['code', 'message', 'details', 'correlationId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object' },
        correlationId: { type: 'string' },
      },
    },
  })
}
