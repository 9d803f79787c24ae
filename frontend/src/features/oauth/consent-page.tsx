/**
 * The page on which a user allows or denies what a program asks for. The domain says who asks: only its owner can
 * publish the program's description there, while the name is whatever the program says.
 */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { isVisitor } from '@/api/session';
import { SCOPE_TEXT } from '@/entities/program/scopes';
import { BareHeader } from '@/ui/bare-header';
import { Button } from '@/ui/button';
import { FactList } from '@/ui/fact-list';
import { PasswordField } from '@/ui/field';
import { LoadStatus } from '@/ui/load-status';
import { Notice } from '@/ui/notice';
import { PageTitle } from '@/ui/page-title';
import { type Authorization, authorizationQuery, useAnswer } from './calls';
import { CONSENT } from './messages';
import './consent.css';

/**
 * Signing in keeps the program's request and comes back. The guard and the title are here, because routes are in the
 * entry, which is full.
 */
export function ConsentPage() {
  const router = useRouter();
  useEffect(() => {
    if (!isVisitor()) return;
    const { href } = router.state.location;
    void router.navigate({ to: '/login', search: { redirect: href }, replace: true });
  }, [router]);
  return isVisitor() ? null : <Asked />;
}

function Asked() {
  useEffect(() => {
    document.title = CONSENT.pageTitle;
  }, []);
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const query = useQuery(authorizationQuery(search));
  const { data, error } = query;
  return (
    <>
      <BareHeader />
      <main className="page consent" id="main">
        <PageTitle>{CONSENT.title}</PageTitle>
        {data !== undefined ? (
          <Question asked={data} search={search} />
        ) : error instanceof ApiError && error.status === 400 ? (
          <Notice tone="unsuccessful" title={messageOf(error)}>
            {CONSENT.nothing}
          </Notice>
        ) : (
          <LoadStatus
            query={query}
            texts={{ failed: messageOf(query.error, CONSENT.failed), loading: CONSENT.loading }}
            rows={5}
            className="h-11"
          />
        )}
      </main>
    </>
  );
}

const schema = v.object({
  password: v.pipe(v.string(), v.minLength(1, CONSENT.passwordRequired)),
});

function Question({ asked, search }: { asked: Authorization; search: string }) {
  const { data: user } = useQuery(meQuery);
  const answer = useAnswer(search);
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: { password: '' } });
  const refused = answer.error instanceof ApiError ? answer.error.errors.password : undefined;
  // Until the browser has left the page.
  const isOver = answer.isPending || answer.isSuccess;
  const isAllowing = isOver && answer.variables.allow;

  function allow({ password }: { password: string }) {
    answer.mutate(
      { allow: true, password },
      {
        onError: (error) => {
          const message = error instanceof ApiError ? error.errors.password : undefined;
          if (message !== undefined) form.setError('password', { message }, { shouldFocus: true });
        },
      },
    );
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(allow)}>
      {answer.isError && refused === undefined && (
        <Notice tone="unsuccessful" title={messageOf(answer.error)} />
      )}
      <p className="consent-domain">{CONSENT.asks(asked.domain)}</p>
      {/* At the top: on a phone the toast of the sign-in covers what is lower. */}
      {asked.returns_to === '' && <p>{CONSENT.onlyIfStarted}</p>}
      <FactList
        facts={[
          { term: CONSENT.calls, text: asked.name === '' ? asked.domain : asked.name },
          { term: CONSENT.returns, text: asked.returns_to || CONSENT.thisComputer },
          { term: CONSENT.signedIn, text: user?.email ?? '' },
        ]}
      />
      <div>
        <h2 className="label">{CONSENT.mayDo}</h2>
        <ul className="consent-scopes">
          {asked.scopes.map((scope) => (
            <li key={scope}>{SCOPE_TEXT[scope]}</li>
          ))}
        </ul>
        <p className="hint">{CONSENT.limits}</p>
      </div>
      {/* For password managers, which store a password with its user name. */}
      <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label={CONSENT.password}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          disabled={isAllowing}
          pending={isOver && !isAllowing}
          pendingLabel={CONSENT.sending}
          onClick={() => {
            answer.mutate({ allow: false, password: '' });
          }}
        >
          {CONSENT.deny}
        </Button>
        <Button
          type="submit"
          variant="ink"
          disabled={isOver && !isAllowing}
          pending={isAllowing}
          pendingLabel={CONSENT.sending}
        >
          {CONSENT.allow}
        </Button>
      </div>
    </form>
  );
}
