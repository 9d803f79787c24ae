/**
 * The user's weekly rules below the list of requests. Renders nothing without a rule and until the rules have loaded.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { WEEKLY } from './messages';
import { weeklyRulesQuery, type WeeklyRule } from './queries';
import { nextText, ruleText, ruleTitle } from './rule-text';
import { useRuleAction, type RuleAction } from './use-rule-action';
import './weekly.css';

/** The edit page links to it. */
const ANCHOR = 'weekly';

export function WeeklyRules() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const rules = useQuery(weeklyRulesQuery);
  const act = useRuleAction();
  const isLoaded = rules.data !== undefined;
  // The router scrolls to an anchor before this section exists.
  const isWanted = useLocation({ select: ({ hash }) => hash }) === ANCHOR;
  useEffect(() => {
    if (isLoaded && isWanted) title.current?.focus();
  }, [isLoaded, isWanted]);
  if (rules.isLoadingError) {
    return (
      <LoadError
        title={WEEKLY.loadFailed}
        pending={rules.isFetching}
        onRetry={() => void rules.refetch()}
      />
    );
  }
  if (rules.data === undefined || rules.data.rules.length === 0) return null;
  return (
    <section id={ANCHOR} className="rail-section weekly-rules" aria-labelledby={titleId}>
      <h2 id={titleId} ref={title} tabIndex={-1}>
        {WEEKLY.title} <span>{rules.data.rules.length}</span>
      </h2>
      <p className="hint">{WEEKLY.intro}</p>
      <ul>
        {rules.data.rules.map((rule) => (
          <Row
            key={rule.id}
            rule={rule}
            running={act.isPending && act.variables.id === rule.id ? act.variables.action : null}
            onAction={(action) => {
              act.mutate(
                { id: rule.id, action },
                // The pressed button was removed, so the focus moves to the title.
                { onSuccess: () => action === 'end' && title.current?.focus() },
              );
            }}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  rule: WeeklyRule;
  running: RuleAction | null;
  onAction: (action: RuleAction) => void;
};

function Row({ rule, running, onAction }: RowProps) {
  const title = ruleTitle(rule);
  const next = nextText(rule);
  const isPaused = rule.status === 'paused';
  const toggle = isPaused ? 'unpause' : 'pause';
  return (
    <li className="weekly-rule" data-rule-id={rule.id}>
      <div>
        <h3>{title}</h3>
        <p>{ruleText(rule)}</p>
        {rule.book_on_behalf !== null && (
          <p className="hint">{WEEKLY.onBehalfOf(rule.book_on_behalf)}</p>
        )}
        {next !== null && <p className="hint">{next}</p>}
        {rule.refused !== null && (
          <p className="weekly-refused">
            <CircleAlert aria-hidden="true" />
            {WEEKLY.refused(rule.refused.message)}
          </p>
        )}
      </div>
      <div className="weekly-actions">
        <Button
          size="sm"
          aria-label={WEEKLY.of(WEEKLY[toggle], title)}
          pending={running === toggle}
          pendingLabel={isPaused ? WEEKLY.unpausing : WEEKLY.pausing}
          onClick={() => {
            onAction(toggle);
          }}
        >
          {WEEKLY[toggle]}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={WEEKLY.of(WEEKLY.end, title)}
          pending={running === 'end'}
          pendingLabel={WEEKLY.ending}
          onClick={() => {
            onAction('end');
          }}
        >
          {WEEKLY.end}
        </Button>
      </div>
    </li>
  );
}
