// The frame of every sign-up page: header, content and footer.
import type { Child } from 'hono/jsx';
import { Pin } from './icon';
import { documentPage, Footer } from './page';
import { style } from './style';

/**
 * Returns a sign-up page.
 * @param status HTTP status of the response
 * @param title title of the document
 */
export function signUpPage(status: number, title: string, content: Child): Response {
  return documentPage({
    status,
    title,
    sheet: style,
    body: (
      <>
        <header>
          <Pin />
          Waypost <span>Sandbox</span>
        </header>
        <main>{content}</main>
        <Footer />
      </>
    ),
  });
}
