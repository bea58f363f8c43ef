// GET /openapi.json, beside the pages: the document of the service under the name it was asked by. It
// holds no secret and asks for no credential. Its tables are read when somebody first asks.
import { commonHeaders } from '../http/answers';
import { type RouteContext, readCall } from '../http/call';
import { publicOrigin } from '../http/hosts';
import type { Sandbox } from '../sandbox';

/** Path of the document, outside the version prefix. */
export const documentPath = '/openapi.json';

/** Answers the document. */
export function showOpenApi(sandbox: Sandbox, prefix: string) {
  return async (context: RouteContext): Promise<Response> => {
    const { openApiDocument } = await import('../openapi/document');
    const document = openApiDocument(publicOrigin(sandbox, readCall(context)) + prefix);
    return new Response(`${JSON.stringify(document)}\n`, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders },
    });
  };
}
